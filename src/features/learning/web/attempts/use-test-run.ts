import { useEffect, useEffectEvent, useState } from 'react';
import type { MessageId } from '#platform/shared/message-id.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { getErrorMessageId } from '#platform/web/client/api-errors.ts';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import type { AttemptView } from '#features/learning/shared/course-contract.ts';
import { isValidAnswer } from '#features/learning/shared/grading.ts';
import { learningClient } from '#features/learning/web/client.ts';
import { getLearnerId } from '#features/learning/web/learner-paths.ts';
import { currentCulture, learningKey } from '#features/learning/web/queries.ts';
import { answerQuestion, useAnswers } from './local-answers.ts';
import { flushOutbox } from '#features/learning/web/player/learning-outbox.ts';
import { createDraft, type Draft } from '#features/learning/web/questions/control.ts';
import { attemptKey } from './test-title.tsx';

/** State of an attempt: the current question, the drafts and handing in. */
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
  const handInState = useHandIn(attempt);
  if (question === undefined) return null;
  const isAnswered = answers.has(question.id);
  return {
    index,
    question,
    go: setIndex,
    isAnswered: (id: string) => answers.has(id),
    isUntouched: !isAnswered,
    unanswered: questions.filter(({ id }) => !answers.has(id)).length,
    draft: drafts[question.id] ?? createDraft(question, answers.get(question.id) ?? null),
    setDraft(draft: Draft) {
      setDrafts({ ...drafts, [question.id]: draft });
      if (draft.length > 0 && isValidAnswer(question, [...draft])) answerQuestion(attempt.id, question.id, [...draft]);
    },
    ...handInState,
  };
}

export type TestState = NonNullable<ReturnType<typeof useTestRun>>;

function useHandIn({ id, packageId }: AttemptView) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<MessageId | null>(null);
  const [isExpired, setIsExpired] = useState(false);

  const handIn = async () => {
    if (isBusy) return;
    setIsBusy(true);
    setProblem(null);
    try {
      if (!(await flushOutbox())) return setProblem('learning.player.hand_in_waits');
      const done = await learningClient('POST v2/attempts/{attemptId}/hand-in', {
        params: { attemptId: id },
        query: { culture: currentCulture(), affiliateId: getLearnerId() },
      });
      currentQueryClient().setQueryData(attemptKey(id), done);
      void currentQueryClient().invalidateQueries({ queryKey: [...learningKey, 'course', packageId] });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The attempt was handed in elsewhere or has expired; the server grades it when it is read again.
      if (error.status === 409) await currentQueryClient().invalidateQueries({ queryKey: attemptKey(id) });
      else setProblem(error.status === 0 ? 'learning.player.hand_in_waits' : getErrorMessageId(error));
    } finally {
      setIsBusy(false);
    }
  };
  const handInLate = useEffectEvent(() => void handIn());
  // After the time limit, saved answers are handed in automatically as soon as the device is online.
  useEffect(() => {
    if (!isExpired) return;
    addEventListener('online', handInLate);
    return () => removeEventListener('online', handInLate);
  }, [isExpired]);
  return {
    handIn: () => void handIn(),
    isBusy,
    problem,
    isExpired,
    endTime() {
      setIsExpired(true);
      void handIn();
    },
  };
}
