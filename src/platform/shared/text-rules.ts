const lineBreaks = /[\n\r\v\f\u0085\u2028\u2029]/;
const tabsAndBreaks = /[\t\n\r\v\f\u0085\u2028\u2029]/g;
/** Control characters, those that are never drawn, and the Braille blank, which only looks like a space. */
const invisible = /[\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Joiners between letters that change their form there: of Arabic, Syriac and all Indic scripts. */
const joiners = /(?<=[\u0600-\u0DFF])[\u200C\u200D](?=[\u0600-\u0DFF])/gu;
/** Joiners, variation selectors and tags within emoji: a family, a red heart, the keycap 1, the flag of Scotland. */
const emojiParts =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})|(?<=\p{Extended_Pictographic})[\uFE0E\uFE0F]|(?<=[\d#*])\uFE0F(?=\u20E3)|(?<=\u{1F3F4})[\u{E0030}-\u{E007A}]{1,6}\u{E007F}/gu;
/** Texts that mail clients and phones turn into links. */
const webAddress = /[a-z\d+.-]:\/\/|(?<![\p{L}\p{N}])www\./iu;
const letter = /\p{L}/u;

/** Most texts consist of these characters, which break no rule. One simple test is faster than the exact ones. */
const plainShortText = /^[A-Za-z\d ,'()&-]*$/;
const plainLongText = /^[\x20-\x7e\t\n\r]*$/;

export type TextProblem = 'text.line_break' | 'text.control' | 'text.web_address' | 'text.no_letter';

/** Finds a forbidden part of a title or another short text. The result is a message key for form and server. */
export function findShortTextProblem(text: string): TextProblem | null {
  if (plainShortText.test(text)) return null;
  if (lineBreaks.test(text)) return 'text.line_break';
  if (isHiddenWithin(text.replaceAll(emojiParts, ''))) return 'text.control';
  return webAddress.test(text.normalize('NFKC')) ? 'text.web_address' : null;
}

/**
 * Finds a forbidden part of a person's name, which stands in mails and on cards: also emoji, a web domain, and a name
 * without a letter.
 */
export function findNameProblem(text: string): TextProblem | null {
  if (text === '') return null;
  if (!plainShortText.test(text)) {
    if (!lineBreaks.test(text) && isHiddenWithin(text)) return 'text.control';
    const problem = findShortTextProblem(text);
    if (problem !== null) return problem;
    if (isWebDomain(text)) return 'text.web_address';
  }
  return letter.test(text) ? null : 'text.no_letter';
}

/** Finds a forbidden part of a multi-line text. Line breaks, tabs and web addresses are allowed. */
export function findLongTextProblem(text: string): TextProblem | null {
  if (plainLongText.test(text)) return null;
  return isHiddenWithin(text.replaceAll(tabsAndBreaks, ' ').replaceAll(emojiParts, '')) ? 'text.control' : null;
}

function isHiddenWithin(text: string): boolean {
  return invisible.test(text.replaceAll(joiners, ''));
}

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
const endingShape = /^\p{L}{2,}$/u;
const lowerCase = /^\p{Ll}/u;
const countryEnding = /^[\p{Lu}\p{Ll}]{2}$/u;

/**
 * Whether mail clients would turn a part of the name into a link, such as `evil.com`. They know all of more than a
 * thousand endings, some of which are surnames, so the shape decides: a lower-case word after a dot, two letters as of a
 * country, or a common ending. Initials and titles before the dot make it a name: `J.de Jong`, `St.Clair`, `dr.smith`.
 */
function isWebDomain(name: string): boolean {
  const text = name.normalize('NFKC').replaceAll('\u3002', '.');
  return text.includes('.') && (/\.\p{L}{2,}[/:]/u.test(text) || text.split(wordEnds).some(isDomain));
}

function isDomain(word: string): boolean {
  const labels = word.split('.').filter((label) => label !== '');
  const last = labels.pop() ?? '';
  if (labels.length === 0 || !endingShape.test(last)) return false;
  if (endings.has(last.toLowerCase())) return true;
  const isName = labels.every((label) => [...label].length === 1 || titles.has(label.toLowerCase()));
  return !isName && (lowerCase.test(last) || countryEnding.test(last));
}

export type TextRule = 'name' | 'short' | 'long';
type Texts<Name extends string> = { readonly [Key in Name]?: string | null | undefined };

const problemFinders = { name: findNameProblem, short: findShortTextProblem, long: findLongTextProblem };

/**
 * Checks edited texts in forms and endpoints. An unchanged stored value stays valid, because it may be older than the
 * rules.
 */
export function findTextProblems<Name extends string>(
  next: Texts<NoInfer<Name>>,
  stored: Texts<NoInfer<Name>>,
  rules: Readonly<Record<Name, TextRule>>,
): Partial<Record<Name, TextProblem>> {
  const problems: Partial<Record<Name, TextProblem>> = {};
  for (const [name, rule] of Object.entries(rules) as [Name, TextRule][]) {
    const text = next[name];
    if (text === null || text === undefined || text.trim() === stored[name]?.trim()) continue;
    const problem = problemFinders[rule](text.trim());
    if (problem !== null) problems[name] = problem;
  }
  return problems;
}
