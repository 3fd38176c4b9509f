/** Common endings of web addresses. Those of countries are any two letters. */
const endings = new Set(
  (
    'com net org edu gov mil int info biz app dev xyz online site website shop store club live link click top space ' +
    'fun icu vip cloud tech page blog email news world today life zone travel рф'
  ).split(' '),
);
/** Words that are followed by a name, in which a missing space is common: `dr.smith`, `ma.theresa`. */
const titles = new Set('dr dra prof mr mrs ms mme mlle sr sra jr st ste sta sto ma md rev fr hon capt'.split(' '));
const wordEnds = /[^\p{L}\p{M}\p{N}.\u3002-]+/u;
/** The end of an address may be a name of letters only. Names usually begin with a capital after a dot. */
const ending = /^\p{L}{2,}$/u;
const lowerCase = /^\p{Ll}/u;
const countryEnding = /^[\p{Lu}\p{Ll}]{2}$/u;

/**
 * Whether mail clients would turn a part of the name into a link, such as `evil.com`. They know all of more than a
 * thousand endings, some of which are surnames, so the shape decides: a lower-case word after a dot, two letters as of a
 * country, or a common ending. Initials and titles before the dot make it a name: `J.de Jong`, `St.Clair`, `dr.smith`.
 */
export function isWebDomain(name: string): boolean {
  const text = name.normalize('NFKC').replaceAll('\u3002', '.');
  return text.includes('.') && (/\.\p{L}{2,}[/:]/u.test(text) || text.split(wordEnds).some(isDomain));
}

function isDomain(word: string): boolean {
  const labels = word.split('.').filter((label) => label !== '');
  const last = labels.pop() ?? '';
  if (labels.length === 0 || !ending.test(last)) return false;
  if (endings.has(last.toLowerCase())) return true;
  const isName = labels.every((label) => [...label].length === 1 || titles.has(label.toLowerCase()));
  return !isName && (lowerCase.test(last) || countryEnding.test(last));
}
