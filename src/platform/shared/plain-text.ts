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

type Texts = Readonly<Record<string, string | null | undefined>>;

/**
 * For calls that change what is stored: a value from before this rule is accepted while it is sent back unchanged.
 * `fields` names the paths that are told, by key.
 */
export function assertShortTexts(
  next: Texts,
  stored: Texts,
  fields: readonly string[],
  pathOf = (name: string) => name,
) {
  for (const name of fields) assertText(shortTextProblem, next[name], stored[name], pathOf(name));
}

/** The same for texts of several lines. */
export function assertLongTexts(
  next: Texts,
  stored: Texts,
  fields: readonly string[],
  pathOf = (name: string) => name,
) {
  for (const name of fields) assertText(longTextProblem, next[name], stored[name], pathOf(name));
}

function assertText(
  problemOf: (text: string) => TextProblem | null,
  text: string | null | undefined,
  stored: string | null | undefined,
  path: string,
): void {
  if (text === null || text === undefined || text === stored) return;
  const message = problemOf(text);
  if (message !== null) throw fail('request.invalid', { message, path });
}
