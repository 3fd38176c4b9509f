import { ArrowLeft, ArrowRight, Check } from '#ui/icons/icons.ts';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button, type ButtonLook } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { clsx } from 'clsx';
import type { AttemptView } from '#features/learning/shared/course-contract.ts';
import { ContentLanguageContext, getLanguageProps } from '#features/learning/web/player/content-language.tsx';
import { LanguageNotice } from '#features/learning/web/player/language-notice.tsx';
import { PlayerFrame } from '#features/learning/web/player/player-frame.tsx';
import {
  ContentActions,
  PanelActions,
  PlayerPanel,
  barIconButton,
} from '#features/learning/web/player/player-layout.tsx';
import { QuestionBody } from '#features/learning/web/questions/question-body.tsx';
import { TestTitle, type TestProps } from './test-title.tsx';
import { TimeLeft } from './time-left.tsx';
import { usePageTitle } from '#features/learning/web/player/use-page-title.ts';
import { useTestRun, type TestState } from './use-test-run.ts';
import { PackageContext } from '#features/learning/web/player/rich-text.tsx';
import { eyebrowText } from '#ui/layout/page.tsx';

const loadDialog = () => import('./hand-in-dialog.tsx');
const HandInDialog = lazy(async () => ({ default: (await loadDialog()).HandInDialog }));

interface RunProps extends TestProps {
  attempt: AttemptView;
  aheadMs: number;
}

export function TestRun(props: RunProps) {
  const run = useTestRun(props.attempt);
  return run === null ? null : <Run {...props} run={run} />;
}

/** Shows one question at a time; the learner can move between them until the test is handed in. */
function Run({ attempt, aheadMs, run, ...place }: RunProps & { run: TestState }) {
  const intl = useIntl();
  const { course, kind, section } = place;
  const headline = useRef<HTMLHeadingElement>(null);
  const [isConfirming, setIsConfirming] = useState(false);
  const [wasConfirming, setWasConfirming] = useState(false);
  // The dialog isn't part of the first screen, but must also open after the network is lost.
  useEffect(() => void loadDialog().catch(() => undefined), []);
  const language = getLanguageProps(attempt.culture);
  const total = attempt.questions.length;
  usePageTitle(intl.formatMessage({ id: `learning.player.kind.${kind}` }), headline);
  const handIn = () => {
    if (run.unanswered === 0) return run.handIn();
    setWasConfirming(true);
    setIsConfirming(true);
  };
  const actions = (look: ButtonLook) => <RunActions run={run} total={total} look={look} onHandIn={handIn} />;
  return (
    <PackageContext value={course.packageId}>
      <ContentLanguageContext value={language}>
        <PlayerFrame
          course={course}
          current={{ kind, id: section }}
          title={<TestTitle {...place} />}
          line={<FormattedMessage id="learning.player.question_of" values={{ number: run.index + 1, total }} />}
          share={(total - run.unanswered) / total}
          aside={
            <PlayerPanel aria-label={intl.formatMessage({ id: 'learning.player.overview' })}>
              {attempt.dueAt !== null && <TimeLeft dueAt={attempt.dueAt} aheadMs={aheadMs} onOver={run.endTime} />}
              <Overview attempt={attempt} run={run} />
              <div role="alert" className="*:mb-3">
                {run.isExpired && (
                  <Callout kind="wait">
                    <FormattedMessage id="learning.player.time_over" />
                  </Callout>
                )}
                {run.problem !== null && (
                  <Callout kind="wait">
                    <FormattedMessage id={run.problem} />
                  </Callout>
                )}
              </div>
              <PanelActions>
                <Button kind="outlined" isWide isBusy={run.isBusy} onClick={handIn}>
                  <FormattedMessage id="learning.player.hand_in" />
                </Button>
              </PanelActions>
            </PlayerPanel>
          }
          actions={actions({ size: 'lg' })}
        >
          {/* The header of phones already shows the title. */}
          <span className={clsx(eyebrowText, 'max-lg:sr-only')}>
            <bdi lang={language.lang}>{attempt.courseTitle}</bdi>
          </span>
          <h1 ref={headline} tabIndex={-1} data-page-title="" className="max-lg:not-focus-visible:sr-only">
            <TestTitle {...place} />
          </h1>
          <LanguageNotice culture={course.culture} className="max-lg:mb-5" />
          <RunQuestion run={run} total={total} />
          <ContentActions>{actions({})}</ContentActions>
        </PlayerFrame>
        {wasConfirming && (
          <Suspense>
            <HandInDialog
              isOpen={isConfirming}
              onOpenChange={setIsConfirming}
              kind={kind}
              unanswered={run.unanswered}
              onHandIn={run.handIn}
            />
          </Suspense>
        )}
      </ContentLanguageContext>
    </PackageContext>
  );
}

function RunQuestion({ run, total }: { run: TestState; total: number }) {
  const id = useId();
  const { question, index } = run;
  return (
    <div className="lg:mt-6" data-part="question">
      <p className="text-sm text-ink-2">
        <FormattedMessage id="learning.player.question_of" values={{ number: index + 1, total }} />
      </p>
      <QuestionBody
        index={index}
        question={question}
        labelledBy={id}
        draft={run.draft}
        onDraft={run.setDraft}
        tries={null}
        wrongOptions={[]}
        isUntouched={run.isUntouched}
        onAnswer={run.setDraft}
      />
    </div>
  );
}

function RunActions({
  run,
  total,
  look,
  onHandIn,
}: {
  run: TestState;
  total: number;
  look: ButtonLook;
  onHandIn: () => void;
}) {
  const isLast = run.index === total - 1;
  return (
    <>
      <Button
        {...look}
        className={clsx(look.size === 'lg' && barIconButton)}
        kind="outlined"
        disabled={run.index === 0}
        onClick={() => run.go(run.index - 1)}
      >
        <ArrowLeft className="flip" size={20} aria-hidden="true" />
        <span className={clsx(look.size === 'lg' && 'vh')}>
          <FormattedMessage id="learning.player.back" />
        </span>
      </Button>
      {isLast ? (
        <Button {...look} isBusy={run.isBusy} onClick={onHandIn}>
          <FormattedMessage id="learning.player.hand_in" />
        </Button>
      ) : (
        <Button {...look} onClick={() => run.go(run.index + 1)}>
          <FormattedMessage id="learning.player.next_question" />
          <ArrowRight className="flip" size={18} aria-hidden="true" />
        </Button>
      )}
    </>
  );
}

function Overview({ attempt, run }: { attempt: AttemptView; run: TestState }) {
  const intl = useIntl();
  const answered = attempt.questions.length - run.unanswered;
  return (
    <>
      <p className="text-sm text-ink-2">
        <FormattedMessage
          id="learning.player.answered_of"
          values={{ count: answered, total: attempt.questions.length }}
        />
      </p>
      <ol className="mt-3 mb-5 grid grid-cols-[repeat(auto-fill,minmax(48px,1fr))] gap-2">
        {attempt.questions.map(({ id }, index) => {
          const isAnswered = run.isAnswered(id);
          const state = isAnswered ? 'answered' : 'open';
          return (
            <li key={id}>
              <button
                type="button"
                className={clsx(
                  'num relative grid min-h-tap w-full place-items-center rounded-in border-[1.5px] text-(length:--t-sm) hover:bg-hover',
                  'aria-[current=step]:shadow-[0_0_0_2px_var(--surface),0_0_0_4px_var(--ink)] forced-colors:aria-[current=step]:border-4',
                  isAnswered
                    ? 'border-accent bg-accent-soft font-strong text-accent-text forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none'
                    : 'border-line-2',
                )}
                aria-current={run.index === index ? 'step' : undefined}
                aria-label={intl.formatMessage({ id: `learning.player.question_${state}` }, { number: index + 1 })}
                onClick={() => run.go(index)}
              >
                {intl.formatNumber(index + 1)}
                {isAnswered && (
                  <Check size={12} className="absolute end-0.75 bottom-0.75 stroke-3" aria-hidden="true" />
                )}
              </button>
            </li>
          );
        })}
      </ol>
    </>
  );
}
