import { CodedError, type ErrorEntry } from '#platform/shared/errors.ts';
import type { Answers, FormView } from '#features/forms/shared/contract.ts';
import { fail } from '#features/forms/shared/error-contract.ts';
import { factAnswers, openQuestions, dropClosedAnswers } from '#features/forms/shared/rules.ts';

type FormErrorCode = keyof typeof fail.codes;

/** Reports each path, so a page can show all errors together. */
export function errorForPaths(code: FormErrorCode, paths: readonly string[]): CodedError {
  return new CodedError(
    fail.codes[code],
    paths.map((path) => ({ code, message: code, path })),
  );
}

/**
 * Returns the answers after the changes. Answers in boxes that a no closes are dropped. The changes are rejected as a
 * whole if one answers an unknown or closed question, or is not a valid answer.
 */
export function applyAnswerChanges(
  forms: readonly FormView[],
  answers: Answers,
  changes: Readonly<Record<string, string | null>>,
  birthdate: string,
  today: string,
): Answers {
  const known = new Map(
    forms
      .flatMap(({ sections }) => sections.flatMap(({ questions }) => questions))
      .map((question) => [question.id, question]),
  );
  const merged = new Map(Object.entries(answers));
  for (const [id, value] of Object.entries(changes)) {
    const text = value?.trim() ?? '';
    if (text === '') merged.delete(id);
    else merged.set(id, text);
  }
  const all = { ...Object.fromEntries(merged), ...factAnswers(forms, birthdate, today) };
  const open = new Set(openQuestions(forms, all).map(({ id }) => id));
  const errors = Object.entries(changes).flatMap(([path, value]): ErrorEntry[] => {
    const question = known.get(path);
    const code = findAnswerError(question, value?.trim() ?? '', open.has(path));
    return code === null ? [] : [{ code, message: code, path }];
  });
  if (errors.length > 0) throw new CodedError(422, errors);
  return dropClosedAnswers(forms, all);
}

function findAnswerError(
  question: { kind: 'yesno' | 'text'; fact: string | null } | undefined,
  text: string,
  isOpen: boolean,
): FormErrorCode | null {
  if (question === undefined) return 'forms.unknown_question';
  if (question.fact !== null) return 'forms.hidden_question';
  if (text === '') return null;
  if (!isOpen) return 'forms.hidden_question';
  return question.kind === 'yesno' && text !== 'yes' && text !== 'no' ? 'forms.wrong_answer' : null;
}
