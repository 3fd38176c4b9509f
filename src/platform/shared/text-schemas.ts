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
  (findProblem: (text: string) => TextProblem | null) =>
  (text: string, context: z.RefinementCtx<string>): void => {
    const problem = findProblem(text);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  };

/** A trimmed line without control characters or web addresses, for names, titles and places. */
export function shortText(maxLength: number, tooLong?: string) {
  return z.string().trim().max(maxLength, tooLong).superRefine(createRefinement(findShortTextProblem));
}

/** A trimmed multi-line text without control characters, for notes and reasons. */
export function longText(maxLength: number, tooLong?: string) {
  return z.string().trim().max(maxLength, tooLong).superRefine(createRefinement(findLongTextProblem));
}

/**
 * A text of an endpoint that edits stored data. The contract checks only its length, because a value stored before the
 * rules may be sent back unchanged; the handler calls `assertTextRules`. `test/static/free-text-inputs.test.ts` lists
 * all of them.
 */
export function editedText(maxLength: number, tooLong?: string) {
  return z.string().trim().max(maxLength, tooLong);
}

/** Throws for the first changed text that breaks its rule. */
export function assertTextRules<Name extends string>(
  next: Parameters<typeof findTextProblems<Name>>[0],
  stored: Parameters<typeof findTextProblems<Name>>[1],
  rules: Readonly<Record<Name, TextRule>>,
  getPath = (name: string) => name,
): void {
  for (const [name, message] of Object.entries<TextProblem | undefined>(findTextProblems<Name>(next, stored, rules)))
    if (message !== undefined) throw fail('request.invalid', { message, path: getPath(name) });
}
