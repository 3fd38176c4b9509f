import { familyFirstLanguage, familyFirstPattern } from '../../../platform/shared/name.ts';

const spaced = (...names: readonly string[]) =>
  `concat_ws(' ', ${names.map((name) => `nullif(${name}, '')`).join(', ')})`;

const partsOf = (person: string) => ({
  given: `${person}.given_name`,
  middle: `${person}.middle_name`,
  family: `${person}.family_name`,
});

/** What `writeName` writes of somebody who speaks the language. */
function written(given: readonly string[], family: string, language: string): string {
  const unspaced = [family, ...given].join(' || ');
  return `case when (${unspaced}) ~ '${familyFirstPattern}' then ${unspaced}
    when ${language} = '${familyFirstLanguage}' then ${spaced(family, ...given)}
    else ${spaced(...given, family)} end`;
}

/** The whole name of a row of `person`. */
export function nameOf(person: string): string {
  const { given, middle, family } = partsOf(person);
  return written([given, middle], family, `${person}.language`);
}

/** Without what stands between, where there is little room. */
export function shortNameOf(person: string): string {
  const { given, family } = partsOf(person);
  return written([given], family, `${person}.language`);
}

/** On a card, which is signed and read everywhere: another language of the page must not make it another name. */
export function cardNameOf(person: string): string {
  const { given, middle, family } = partsOf(person);
  return written([given, middle], family, "''");
}

/** To look for somebody by: as it is written, and with the given name first. */
export function namesOf(person: string): string {
  const { given, middle, family } = partsOf(person);
  return `concat_ws(E'\\n', ${nameOf(person)}, ${spaced(given, middle, family)})`;
}
