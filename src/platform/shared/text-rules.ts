const lineBreaks = /[\n\r\v\f\u0085\u2028\u2029]/;
const tabsAndBreaks = /[\t\n\r\v\f\u0085\u2028\u2029]/g;
/** Everything that is not printed. Joiners (ZWJ, ZWNJ) are of the category Cf, as many scripts need them. */
const controls = /\p{Cc}/u;
/** Embeddings, overrides and isolates: they make a text read as something else. */
const bidiControls = /[\u202A-\u202E\u2066-\u2069]/;
/** As mail programs and phones turn into links. */
const webAddress = /[a-z][a-z\d+.-]*:\/\/|(?<![\p{L}\p{N}])www\./iu;

export type TextProblem = 'text.line_break' | 'text.control' | 'text.web_address';

/** What a name or another short text must not hold. A message key, so that form and server say the same. */
export function findShortTextProblem(text: string): TextProblem | null {
  if (lineBreaks.test(text)) return 'text.line_break';
  if (controls.test(text) || bidiControls.test(text)) return 'text.control';
  return webAddress.test(text.normalize('NFKC')) ? 'text.web_address' : null;
}

/** What a text of several lines must not hold. Line breaks, tabs and web addresses are fine there. */
export function findLongTextProblem(text: string): TextProblem | null {
  return controls.test(text.replaceAll(tabsAndBreaks, ' ')) || bidiControls.test(text) ? 'text.control' : null;
}

export type TextRule = 'short' | 'long';
type Texts<Name extends string> = { readonly [Key in Name]?: string | null | undefined };

const problemFinders = { short: findShortTextProblem, long: findLongTextProblem };

/**
 * The one rule for editing texts, for forms and calls alike: what is sent back as it is stored stays, although it may be
 * older than the rule, and what is changed follows it.
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
