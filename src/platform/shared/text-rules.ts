const lineBreaks = /[\n\r\v\f\u0085\u2028\u2029]/;
const tabsAndBreaks = /[\t\n\r\v\f\u0085\u2028\u2029]/g;
/** Control characters. Joiners (ZWJ, ZWNJ) are in category Cf and stay allowed, because many scripts need them. */
const controls = /\p{Cc}/u;
/** Embeddings, overrides and isolates can make a text look like a different one. */
const bidiControls = /[\u202A-\u202E\u2066-\u2069]/;
/** Texts that mail clients and phones turn into links. */
const webAddress = /[a-z][a-z\d+.-]*:\/\/|(?<![\p{L}\p{N}])www\./iu;

/** Most texts consist of these characters, which break no rule. One simple test is faster than the exact ones. */
const plainShortText = /^[A-Za-z\d ,'()&-]*$/;
const plainLongText = /^[\x20-\x7e\t\n\r]*$/;

export type TextProblem = 'text.line_break' | 'text.control' | 'text.web_address';

/** Finds a forbidden part of a name or another short text. The result is a message key for form and server. */
export function findShortTextProblem(text: string): TextProblem | null {
  if (plainShortText.test(text)) return null;
  if (lineBreaks.test(text)) return 'text.line_break';
  if (controls.test(text) || bidiControls.test(text)) return 'text.control';
  return webAddress.test(text.normalize('NFKC')) ? 'text.web_address' : null;
}

/** Finds a forbidden part of a multi-line text. Line breaks, tabs and web addresses are allowed. */
export function findLongTextProblem(text: string): TextProblem | null {
  if (plainLongText.test(text)) return null;
  return controls.test(text.replaceAll(tabsAndBreaks, ' ')) || bidiControls.test(text) ? 'text.control' : null;
}

export type TextRule = 'short' | 'long';
type Texts<Name extends string> = { readonly [Key in Name]?: string | null | undefined };

const problemFinders = { short: findShortTextProblem, long: findLongTextProblem };

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
