import { useEffect, useEffectEvent, useState } from 'react';
import { ApiError } from '../../../../platform/web/client.ts';
import { messageOfFailure } from '../../../../platform/web/failure.ts';
import { queries } from '../../../../platform/web/query.ts';
import type { AttemptView } from '../../shared/course-contract.ts';
import { isPossible } from '../../shared/grading.ts';
import { learning } from '../client.ts';
import { learnerId } from '../learner.ts';
import { currentCulture, learningKey } from '../queries.ts';
import { answerQuestion, useAnswers } from './answered.ts';
import { sendWaiting } from './outbox.ts';
import { firstDraft, type Draft } from './questions/control.ts';
import { attemptKey } from './test-page.tsx';

/** The questions of an attempt: which is shown, what stands in each, and handing it in. */
export function useTestRun(attempt: AttemptView) {
  const { questions } = attempt;
  const answers = useAnswers(attempt);
  const [index, setIndex] = useState(() =>
    Math.max(
      0,
      questions.findIndex(({ id }) => !answers.has(id)),
    ),
  );
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({});
  const question = questions[index];
  const handing = useHandIn(attempt);
  if (question === undefined) return null;
  const isAnswered = answers.has(question.id);
  return {
    index,
    question,
    go: setIndex,
    isAnswered: (id: string) => answers.has(id),
    isUntouched: !isAnswered,
    unanswered: questions.filter(({ id }) => !answers.has(id)).length,
    draft: drafts[question.id] ?? firstDraft(question, answers.get(question.id) ?? null),
    setDraft(draft: Draft) {
      setDrafts({ ...drafts, [question.id]: draft });
      if (draft.length > 0 && isPossible(question, [...draft])) answerQuestion(attempt.id, question.id, [...draft]);
    },
    ...handing,
  };
}

export type TestState = NonNullable<ReturnType<typeof useTestRun>>;

function useHandIn({ id, packageId }: AttemptView) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isOver, setIsOver] = useState(false);

  const handIn = async () => {
    if (isBusy) return;
    setIsBusy(true);
    setProblem(null);
    try {
      if (!(await sendWaiting())) return setProblem('learning.player.hand_in_waits');
      const done = await learning('POST v2/attempts/{attemptId}/hand-in', {
        params: { attemptId: id },
        query: { culture: currentCulture(), affiliateId: learnerId() },
      });
      queries.setQueryData(attemptKey(id), done);
      void queries.invalidateQueries({ queryKey: [...learningKey, 'course', packageId] });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // It was handed in from elsewhere, or its time is over: it is graded when it is looked at.
      if (error.status === 409) await queries.invalidateQueries({ queryKey: attemptKey(id) });
      else setProblem(error.status === 0 ? 'learning.player.hand_in_waits' : messageOfFailure(error));
    } finally {
      setIsBusy(false);
    }
  };
  const handInLate = useEffectEvent(() => void handIn());
  // What was answered in time goes by itself when the time is over, as soon as there is a network.
  useEffect(() => {
    if (!isOver) return;
    addEventListener('online', handInLate);
    return () => removeEventListener('online', handInLate);
  }, [isOver]);
  return {
    handIn: () => void handIn(),
    isBusy,
    problem,
    isOver,
    endTime() {
      setIsOver(true);
      void handIn();
    },
  };
}
