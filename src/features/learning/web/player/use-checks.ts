import { useState } from 'react';
import type { Answer } from '../../shared/content.ts';
import type { LessonView } from '../../shared/course-contract.ts';
import { isPossible } from '../../shared/grading.ts';
import { tryCheck, useTries } from './learned.ts';
import { firstDraft, type Draft } from './questions/control.ts';

/** The questions of a lesson: which one is shown, what stands in it, and how it went. */
export function useChecks(lesson: LessonView) {
  const tries = useTries(lesson);
  const firstOpen = tries.findIndex(({ right }) => right === null);
  const [index, setIndex] = useState(() => Math.max(0, firstOpen));
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({});
  const check = lesson.checks[index];
  const current = tries[index];
  if (check === undefined || current === undefined) return null;
  const { question, key } = check;
  const refused =
    question.type === 'choices' ? [...new Set(current.wrong.flat().filter((id) => !key.right.includes(id)))] : [];
  const stored =
    drafts[question.id] ?? firstDraft(question, current.right ?? (question.type === 'choice' ? null : current.last));
  const draft = current.right ?? stored.filter((id) => !refused.includes(id));
  return {
    index,
    total: lesson.checks.length,
    check,
    tries: current,
    refused,
    draft,
    /** The first that is not answered right; null when all are. */
    open: firstOpen === -1 ? null : firstOpen,
    canCheck: current.right === null && isPossible(question, [...draft]) && draft.length > 0,
    go: setIndex,
    setDraft: (next: Draft) => setDrafts({ ...drafts, [question.id]: next }),
    answer(answer: Answer) {
      if (current.right !== null) return;
      setDrafts({ ...drafts, [question.id]: answer });
      tryCheck(lesson, index, answer);
    },
  };
}

export type Checks = NonNullable<ReturnType<typeof useChecks>>;
