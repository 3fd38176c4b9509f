import { ArrowLeft, ArrowRight, Check } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button, type ButtonLook } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { classNames } from '#ui/styles/class-names.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { AttemptView } from '#features/learning/shared/course-contract.ts';
import {
  ContentLanguageContext,
  getLanguageProps,
  useContentLanguage,
} from '#features/learning/web/player/content-language.tsx';
import { LanguageNotice } from '#features/learning/web/player/language-notice.tsx';
import { PlayerFrame } from '#features/learning/web/player/player-frame.tsx';
import { QuestionControl } from '#features/learning/web/questions/question-control.tsx';
import { TestTitle, type TestProps } from './test-title.tsx';
import { TimeLeft } from './time-left.tsx';
import { usePageTitle } from '#features/learning/web/player/use-page-title.ts';
import { useTestRun, type TestState } from './use-test-run.ts';
import { PackageContext, Paragraphs, RichTextView } from '#features/learning/web/player/rich-text.tsx';

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
  const language = getLanguageProps(attempt.culture);
  const total = attempt.questions.length;
  usePageTitle(intl.formatMessage({ id: `learning.player.kind.${kind}` }), headline);
  const handIn = () => {
    if (run.unanswered > 0) setIsConfirming(true);
    else run.handIn();
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
            <section className="ask" aria-label={intl.formatMessage({ id: 'learning.player.overview' })}>
              {attempt.dueAt !== null && <TimeLeft dueAt={attempt.dueAt} aheadMs={aheadMs} onOver={run.endTime} />}
              <Overview attempt={attempt} run={run} />
              <div role="alert">
                {run.isOver && (
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
              <div className="ask-nav">
                <Button kind="outlined" isWide isBusy={run.isBusy} onClick={handIn}>
                  <FormattedMessage id="learning.player.hand_in" />
                </Button>
              </div>
            </section>
          }
          actions={actions({ size: 'tall' })}
        >
          <span className="eyebrow">
            <bdi lang={language.lang}>{attempt.courseTitle}</bdi>
          </span>
          <h1 ref={headline} tabIndex={-1} data-page-title="" className="test-title">
            <TestTitle {...place} />
          </h1>
          <LanguageNotice culture={course.culture} />
          <RunQuestion run={run} total={total} />
          <div className="ask-nav only-wide">{actions({})}</div>
        </PlayerFrame>
        <Dialog
          isOpen={isConfirming}
          onOpenChange={setIsConfirming}
          title={<FormattedMessage id="learning.player.unanswered" values={{ count: run.unanswered }} />}
          actions={
            <>
              <Button kind="outlined" onClick={() => setIsConfirming(false)}>
                <FormattedMessage id="learning.player.keep_answering" />
              </Button>
              <Button
                onClick={() => {
                  setIsConfirming(false);
                  run.handIn();
                }}
              >
                <FormattedMessage id="learning.player.hand_in_anyway" />
              </Button>
            </>
          }
        >
          <p>
            <FormattedMessage id={`learning.player.unanswered_text.${kind === 'review' ? 'review' : 'test'}`} />
          </p>
        </Dialog>
      </ContentLanguageContext>
    </PackageContext>
  );
}

function RunQuestion({ run, total }: { run: TestState; total: number }) {
  const id = useId();
  const language = useContentLanguage();
  const { question, index } = run;
  const heading = useRef<HTMLHeadingElement>(null);
  const previous = useRef(index);
  useEffect(() => {
    if (previous.current !== index) heading.current?.focus();
    previous.current = index;
  }, [index]);
  const [title, ...more] = question.prompt;
  return (
    <div className="test-question">
      <p className="ask-head">
        <FormattedMessage id="learning.player.question_of" values={{ number: index + 1, total }} />
      </p>
      <div className="ask-body" {...language}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title && <RichTextView text={title} />}
        </h2>
        <Paragraphs paragraphs={more} />
        <QuestionControl
          key={question.id}
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
        className="go-back"
        kind="outlined"
        disabled={run.index === 0}
        onClick={() => run.go(run.index - 1)}
      >
        <ArrowLeft className="flip" size={20} aria-hidden="true" />
        <span className={classNames(look.size === 'tall' && 'vh')}>
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
      <p className="ask-head">
        <FormattedMessage
          id="learning.player.answered_of"
          values={{ count: answered, total: attempt.questions.length }}
        />
      </p>
      <ol className="overview">
        {attempt.questions.map(({ id }, index) => {
          const isAnswered = run.isAnswered(id);
          const state = isAnswered ? 'answered' : 'open';
          return (
            <li key={id}>
              <button
                type="button"
                className={classNames('num', isAnswered && 'answered')}
                aria-current={run.index === index ? 'step' : undefined}
                aria-label={intl.formatMessage({ id: `learning.player.question_${state}` }, { number: index + 1 })}
                onClick={() => run.go(index)}
              >
                {intl.formatNumber(index + 1)}
                {isAnswered && <Check size={12} aria-hidden="true" />}
              </button>
            </li>
          );
        })}
      </ol>
    </>
  );
}
