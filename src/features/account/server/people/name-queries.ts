import { familyFirstLanguage, familyFirstPattern } from '#platform/shared/person-name.ts';

const joinWithSpaces = (...names: readonly string[]) =>
  `concat_ws(' ', ${names.map((name) => `nullif(${name}, '')`).join(', ')})`;

const nameColumns = (person: string) => ({
  given: `${person}.given_name`,
  middle: `${person}.middle_name`,
  family: `${person}.family_name`,
});

/** What `writeName` writes of somebody who speaks the language. */
function orderedNameSql(given: readonly string[], family: string, language: string): string {
  const unspaced = [family, ...given].join(' || ');
  return `case when (${unspaced}) ~ '${familyFirstPattern}' then ${unspaced}
    when ${language} = '${familyFirstLanguage}' then ${joinWithSpaces(family, ...given)}
    else ${joinWithSpaces(...given, family)} end`;
}

/** The whole name of a row of `person`. */
export function fullNameSql(person: string): string {
  const { given, middle, family } = nameColumns(person);
  return orderedNameSql([given, middle], family, `${person}.language`);
}

/** Without what stands between, where there is little room. */
export function shortNameSql(person: string): string {
  const { given, family } = nameColumns(person);
  return orderedNameSql([given], family, `${person}.language`);
}

/** On a card, which is signed and read everywhere: another language of the page must not make it another name. */
export function cardNameSql(person: string): string {
  const { given, middle, family } = nameColumns(person);
  return orderedNameSql([given, middle], family, "''");
}

/** To look for somebody by: as it is written, and with the given name first. */
export function searchNamesSql(person: string): string {
  const { given, middle, family } = nameColumns(person);
  return `concat_ws(E'\\n', ${fullNameSql(person)}, ${joinWithSpaces(given, middle, family)})`;
}
