import * as z from 'zod';
import { fail } from './errors.ts';
import {
  findTextProblems,
  findLongTextProblem,
  findShortTextProblem,
  type TextProblem,
  type TextRule,
} from './text-rules.ts';

const createRefinement =
  (problemOf: (text: string) => TextProblem | null) =>
  (text: string, context: z.RefinementCtx<string>): void => {
    const problem = problemOf(text);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  };

/** Names, titles, places: one line without control characters or web addresses. Trimmed. */
export function shortText(maxLength: number, tooLong?: string) {
  return z.string().trim().max(maxLength, tooLong).superRefine(createRefinement(findShortTextProblem));
}

/** Notes and reasons: several lines without control characters. Trimmed. */
export function longText(maxLength: number, tooLong?: string) {
  return z.string().trim().max(maxLength, tooLong).superRefine(createRefinement(findLongTextProblem));
}

/**
 * A text in a call that edits what is stored. The contract checks only its length: a value stored before the rule is
 * sent back unchanged, so the handler checks it with `assertTexts`. `test/static/free-text-inputs.test.ts` lists all of them.
 */
export function editedText(maxLength: number, tooLong?: string) {
  return z.string().trim().max(maxLength, tooLong);
}

/** Every call that edits texts refuses the first one that breaks the rule and was changed. */
export function assertTextRules<Name extends string>(
  next: Parameters<typeof findTextProblems<Name>>[0],
  stored: Parameters<typeof findTextProblems<Name>>[1],
  rules: Readonly<Record<Name, TextRule>>,
  pathOf = (name: string) => name,
): void {
  for (const [name, message] of Object.entries<TextProblem | undefined>(findTextProblems<Name>(next, stored, rules)))
    if (message !== undefined) throw fail('request.invalid', { message, path: pathOf(name) });
}
