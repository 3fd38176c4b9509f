import { useState } from 'react';
import type { Answer } from '#features/learning/shared/content.ts';
import type { LessonView } from '#features/learning/shared/course-contract.ts';
import { isValidAnswer } from '#features/learning/shared/grading.ts';
import { submitCheck, useTries } from './local-progress.ts';
import { createDraft, type Draft } from '#features/learning/web/questions/control.ts';

/** State of the lesson questions: the current question, its draft and its tries. */
export function useChecks(lesson: LessonView) {
  const tries = useTries(lesson);
  const firstOpen = tries.findIndex(({ right }) => right === null);
  const [index, setIndex] = useState(() => Math.max(0, firstOpen));
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({});
  const check = lesson.checks[index];
  const current = tries[index];
  if (check === undefined || current === undefined) return null;
  const { question, key } = check;
  const wrongOptions =
    question.type === 'choices' ? [...new Set(current.wrong.flat().filter((id) => !key.right.includes(id)))] : [];
  const stored =
    drafts[question.id] ?? createDraft(question, current.right ?? (question.type === 'choice' ? null : current.last));
  const draft = current.right ?? stored.filter((id) => !wrongOptions.includes(id));
  return {
    index,
    total: lesson.checks.length,
    check,
    tries: current,
    wrongOptions,
    draft,
    /** Index of the first question without a right answer; null if all are answered. */
    open: firstOpen === -1 ? null : firstOpen,
    canCheck: current.right === null && isValidAnswer(question, [...draft]) && draft.length > 0,
    go: setIndex,
    setDraft: (next: Draft) => setDrafts({ ...drafts, [question.id]: next }),
    answer(answer: Answer) {
      if (current.right !== null) return;
      setDrafts({ ...drafts, [question.id]: answer });
      submitCheck(lesson, index, answer);
    },
  };
}

export type Checks = NonNullable<ReturnType<typeof useChecks>>;
