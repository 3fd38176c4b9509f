import { ArrowRight } from '#ui/icons/icons.ts';
import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useNavigate } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { getErrorMessageId } from '#platform/web/client/api-errors.ts';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import { Button, buttonClass } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Stat } from '#ui/display/stat.tsx';
import type { OutlineTest } from '#features/learning/shared/course-contract.ts';
import { learningClient } from '#features/learning/web/client.ts';
import { currentCulture } from '#features/learning/web/queries.ts';
import { getLanguageProps } from '#features/learning/web/player/content-language.tsx';
import { LanguageNotice } from '#features/learning/web/player/language-notice.tsx';
import { flushOutbox } from '#features/learning/web/player/learning-outbox.ts';
import { PlayerFrame } from '#features/learning/web/player/player-frame.tsx';
import { ContentActions } from '#features/learning/web/player/player-layout.tsx';
import { getLearnerId, stepPath, testPath } from '#features/learning/web/learner-paths.ts';
import { attemptKey, TestTitle, type TestProps } from './test-title.tsx';
import { usePageTitle } from '#features/learning/web/player/use-page-title.ts';
import { eyebrowText } from '#ui/layout/page.tsx';

export function TestIntro({ test, ...place }: TestProps & { test: OutlineTest }) {
  const intl = useIntl();
  const { course, kind, section } = place;
  const headline = useRef<HTMLHeadingElement>(null);
  usePageTitle(intl.formatMessage({ id: `learning.player.kind.${kind}` }), headline);
  const { begin, isBusy, problem } = useStartAttempt(place, test);
  const { questions, passPercent, minutes, triesLeft, bestPercent, openAttempt, isOpen, isPassed } = test;
  const percent = (value: number) => intl.formatNumber(value / 100, { style: 'percent' });
  const button = (size?: 'lg') =>
    isOpen || openAttempt !== null ? (
      <Button {...(size && { size })} isBusy={isBusy} onClick={begin}>
        <FormattedMessage
          id={`learning.player.${openAttempt !== null ? 'go_on' : test.attempts > 0 ? 'try_again' : 'begin'}`}
        />
        <ArrowRight className="flip" size={18} aria-hidden="true" />
      </Button>
    ) : (
      course.next !== null && (
        <Link className={buttonClass({ size })} to={stepPath(course.packageId, course.next)}>
          <FormattedMessage id="learning.player.continue" />
          <ArrowRight className="flip" size={18} aria-hidden="true" />
        </Link>
      )
    );
  return (
    <PlayerFrame
      course={course}
      current={{ kind, id: section }}
      title={<TestTitle {...place} />}
      line={<FormattedMessage id="learning.player.questions" values={{ count: questions }} />}
      actions={button('lg')}
    >
      <span className={eyebrowText}>
        <bdi lang={getLanguageProps(course.culture).lang}>{course.title}</bdi>
      </span>
      <h1 ref={headline} tabIndex={-1} data-page-title="">
        <TestTitle {...place} />
      </h1>
      <LanguageNotice culture={course.culture} />
      <p className="mt-4">
        <FormattedMessage id={`learning.player.about.${kind}`} />
      </p>
      <div className="my-6 flex flex-wrap gap-x-8 gap-y-4">
        <Stat
          size="sm"
          value={intl.formatNumber(questions)}
          label={<FormattedMessage id="learning.player.fact.questions" values={{ count: questions }} />}
        />
        {passPercent !== null && (
          <Stat size="sm" value={percent(passPercent)} label={<FormattedMessage id="learning.player.fact.pass" />} />
        )}
        {minutes !== null && (
          <Stat
            size="sm"
            value={intl.formatNumber(minutes)}
            label={<FormattedMessage id="learning.player.fact.minutes" values={{ count: minutes }} />}
          />
        )}
        {triesLeft !== null && (
          <Stat
            size="sm"
            value={intl.formatNumber(triesLeft)}
            label={<FormattedMessage id="learning.player.fact.tries" values={{ count: triesLeft }} />}
          />
        )}
        {bestPercent !== null && (
          <Stat size="sm" value={percent(bestPercent)} label={<FormattedMessage id="learning.player.fact.best" />} />
        )}
      </div>
      {isPassed && (
        <Callout>
          <FormattedMessage id="learning.player.passed_before" />
        </Callout>
      )}
      {!isOpen && openAttempt === null && !isPassed && (
        <Callout kind="wait">
          <FormattedMessage id={triesLeft === 0 ? 'error.learning.no_tries' : 'error.learning.not_ready'} />
        </Callout>
      )}
      <div role="alert">
        {problem && (
          <Callout kind="alert">
            <FormattedMessage id={problem} />
          </Callout>
        )}
      </div>
      <ContentActions>{button()}</ContentActions>
    </PlayerFrame>
  );
}

function useStartAttempt({ course, kind, section }: TestProps, test: OutlineTest) {
  const navigate = useNavigate();
  // The key makes retries idempotent.
  const [key] = useState(() => crypto.randomUUID());
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<MessageId | null>(null);
  const open = (id: string) => void navigate(testPath(course.packageId, kind, section, id), { replace: true });
  const begin = async () => {
    if (test.openAttempt !== null) return open(test.openAttempt);
    setIsBusy(true);
    setProblem(null);
    try {
      // The steps of the last lesson may still be queued.
      await flushOutbox();
      const attempt = await learningClient('POST v2/courses/{packageId}/attempts', {
        params: { packageId: course.packageId },
        query: { affiliateId: getLearnerId() },
        body: { key, kind, section: kind === 'exam' ? null : section, culture: currentCulture() },
      });
      currentQueryClient().setQueryData(attemptKey(attempt.id), attempt);
      open(attempt.id);
    } catch (error) {
      setIsBusy(false);
      if (!(error instanceof ApiError)) throw error;
      setProblem(getErrorMessageId(error));
    }
  };
  return { begin: () => void begin(), isBusy, problem };
}
