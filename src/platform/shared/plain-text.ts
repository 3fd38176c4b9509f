import * as z from 'zod';
import { fail } from './errors.ts';

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
export function shortTextProblem(text: string): TextProblem | null {
  if (lineBreaks.test(text)) return 'text.line_break';
  if (controls.test(text) || bidiControls.test(text)) return 'text.control';
  return webAddress.test(text.normalize('NFKC')) ? 'text.web_address' : null;
}

/** What a text of several lines must not hold. Line breaks, tabs and web addresses are fine there. */
export function longTextProblem(text: string): TextProblem | null {
  return controls.test(text.replaceAll(tabsAndBreaks, ' ')) || bidiControls.test(text) ? 'text.control' : null;
}

const refine =
  (problemOf: (text: string) => TextProblem | null) =>
  (text: string, context: z.RefinementCtx<string>): void => {
    const problem = problemOf(text);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  };

/** Names, titles, places: one line without control characters or web addresses. Trimmed. */
export function shortText(maxLength: number, tooLong?: string) {
  return z.string().trim().max(maxLength, tooLong).superRefine(refine(shortTextProblem));
}

/** Notes and reasons: several lines without control characters. Trimmed. */
export function longText(maxLength: number, tooLong?: string) {
  return z.string().trim().max(maxLength, tooLong).superRefine(refine(longTextProblem));
}

/**
 * A text in a call that edits what is stored. The contract checks only its length: what was stored before the rule is
 * sent back unchanged, so the handler checks it with `assertTexts`. `src/app/free-texts.test.ts` lists all of them.
 */
export function editedText(maxLength: number, tooLong?: string) {
  return z.string().trim().max(maxLength, tooLong);
}

type Texts<Name extends string> = { readonly [Key in Name]?: string | null | undefined };
export type TextRule = 'short' | 'long';

const problemsOf = { short: shortTextProblem, long: longTextProblem };

/** Every call that edits texts: what is sent back as it is stored stays, and what is changed follows the rule. */
export function assertTexts<Name extends string>(
  next: Texts<NoInfer<Name>>,
  stored: Texts<NoInfer<Name>>,
  rules: Readonly<Record<Name, TextRule>>,
  pathOf = (name: string) => name,
): void {
  for (const [name, rule] of Object.entries(rules) as [Name, TextRule][]) {
    const text = next[name];
    if (text === null || text === undefined || text.trim() === stored[name]?.trim()) continue;
    const message = problemsOf[rule](text);
    if (message !== null) throw fail('request.invalid', { message, path: pathOf(name) });
  }
}
