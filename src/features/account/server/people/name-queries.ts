import { familyFirstLanguage, familyFirstPattern } from '#platform/shared/person-name.ts';

const joinWithSpaces = (...names: readonly string[]) =>
  `concat_ws(' ', ${names.map((name) => `nullif(${name}, '')`).join(', ')})`;

const nameColumns = (person: string) => ({
  given: `${person}.given_name`,
  middle: `${person}.middle_name`,
  family: `${person}.family_name`,
});

/** The SQL counterpart of `formatPersonName` for a language. */
function orderedNameSql(given: readonly string[], family: string, language: string): string {
  const unspaced = [family, ...given].join(' || ');
  return `case when (${unspaced}) ~ '${familyFirstPattern}' then ${unspaced}
    when ${language} = '${familyFirstLanguage}' then ${joinWithSpaces(family, ...given)}
    else ${joinWithSpaces(...given, family)} end`;
}

export function fullNameSql(person: string): string {
  const { given, middle, family } = nameColumns(person);
  return orderedNameSql([given, middle], family, `${person}.language`);
}

/** The name without the middle name, for narrow layouts. */
export function shortNameSql(person: string): string {
  const { given, family } = nameColumns(person);
  return orderedNameSql([given], family, `${person}.language`);
}
