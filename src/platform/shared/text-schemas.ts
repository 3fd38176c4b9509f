import * as z from 'zod';
import { fail } from './errors.ts';
import {
  findNameProblem,
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

const endWith = (message?: string) => ({ abort: true, ...(message !== undefined && { error: message }) });

/**
 * A string with a maximum length, which is checked first and alone: patterns and other checks never see a longer text,
 * because a stranger can send one of any length.
 */
export function limitedText(maxLength: number, tooLong?: string) {
  return z.string().trim().max(maxLength, endWith(tooLong));
}

/** The same letters have one form (NFC), which may be longer, so that names can be compared. */
function normalizedText(maxLength: number, tooLong?: string) {
  return limitedText(maxLength, tooLong).normalize('NFC').max(maxLength, endWith(tooLong));
}

/** The name of a person, or a typed signature. */
export function personName(maxLength: number, tooLong?: string) {
  return normalizedText(maxLength, tooLong).superRefine(createRefinement(findNameProblem));
}

/** A trimmed line without invisible characters or web addresses, for titles and places. */
export function shortText(maxLength: number, tooLong?: string) {
  return normalizedText(maxLength, tooLong).superRefine(createRefinement(findShortTextProblem));
}

/** A trimmed multi-line text without invisible characters, for notes and reasons. */
export function longText(maxLength: number, tooLong?: string) {
  return normalizedText(maxLength, tooLong).superRefine(createRefinement(findLongTextProblem));
}

/**
 * A text of an endpoint that edits stored data. The contract checks only its length, because a value stored before the
 * rules may be sent back unchanged; the handler calls `assertTextRules`. `test/static/free-text-inputs.test.ts` lists
 * all of them.
 */
export function editedText(maxLength: number, tooLong?: string) {
  return normalizedText(maxLength, tooLong);
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

/** Far above what course players and browsers write. Deeper JSON overflows the stack of what stores it. */
const maxDepth = 32;

/** An object whose content another program defines, such as a course player or a browser. It is stored as it came. */
export const OpenJson = z
  .record(z.string(), z.unknown())
  .refine((value) => !isDeeper(value, maxDepth), { error: `must not have more than ${maxDepth} levels` });

/** Goes no deeper than the limit. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
