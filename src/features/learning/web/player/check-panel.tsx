import { Compass, RotateCcw } from 'lucide-react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { LessonView } from '#features/learning/shared/course-contract.ts';
import { LinkButton } from '#ui/buttons/button.tsx';
import { useContentLanguage } from './content-language.tsx';
import { getFeedback } from '#features/learning/web/questions/feedback.ts';
import { isAnsweredByPress } from '#features/learning/web/questions/control.ts';
import { QuestionControl } from '#features/learning/web/questions/question-control.tsx';
import type { Checks } from './use-checks.ts';
import { Paragraphs, RichTextView } from './rich-text.tsx';

interface PanelProps {
  lesson: LessonView;
  checks: Checks;
  actions: ReactNode;
}

export function CheckPanel({ lesson, checks, actions }: PanelProps) {
  const id = useId();
  const language = useContentLanguage();
  const { index, total, check, tries, open } = checks;
  const { question } = check;
  const heading = useRef<HTMLHeadingElement>(null);
  const previous = useRef(index);
  useEffect(() => {
    if (previous.current !== index) heading.current?.focus();
    previous.current = index;
  }, [index]);
  const [title, ...more] = question.prompt;
  const canSkip = tries.right === null && !isAnsweredByPress(question) && index < total - 1;
  return (
    <section className="ask" aria-labelledby={id}>
      <div className="ask-head">
        <span>
          <FormattedMessage id="learning.player.check" values={{ number: index + 1, total }} />
        </span>
        {canSkip && (
          <LinkButton onClick={() => checks.go(index + 1)}>
            <FormattedMessage id="learning.player.skip" />
          </LinkButton>
        )}
      </div>
      <div className="ask-body" {...language}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title && <RichTextView text={title} />}
        </h2>
        <Paragraphs paragraphs={more} />
        <QuestionControl
          key={`${lesson.id} ${question.id}`}
          question={question}
          labelledBy={id}
          draft={checks.draft}
          onDraft={checks.setDraft}
          tries={tries}
          wrongOptions={checks.wrongOptions}
          isUntouched={false}
          onAnswer={checks.answer}
        />
      </div>
      <CheckFeedback checks={checks} />
      {open === null && total > 0 && index === total - 1 && (
        <p className="lesson-done">
          <FormattedMessage id="learning.player.lesson_done" />
        </p>
      )}
      <div className="ask-nav only-wide">{actions}</div>
    </section>
  );
}

/** The live region stays mounted while empty, because screen readers announce only changes inside it. */
function CheckFeedback({ checks: { check, tries } }: { checks: Checks }) {
  const intl = useIntl();
  const language = useContentLanguage();
  const { question, key } = check;
  const wrong = tries.wrong.at(-1);
  const { why = [], hint = null } = wrong === undefined ? {} : getFeedback(question, key, wrong);
  const isRight = tries.right !== null;
  const hasHint = hint !== null && !isRight;
  return (
    <div aria-live="polite" className="ask-said">
      {tries.last !== null && (
        <div className={isRight ? 'callout' : 'callout alert'}>
          {isRight ? <Compass size={20} aria-hidden="true" /> : <RotateCcw size={20} aria-hidden="true" />}
          <div className="grow">
            <b>
              <FormattedMessage id={isRight ? 'learning.player.right' : 'learning.player.not_right'} />
            </b>
            <div {...language}>
              {isRight && <Paragraphs paragraphs={key.explanation} />}
              <Paragraphs paragraphs={why} />
            </div>
            {hasHint && <p>{intl.formatMessage({ id: hint.id }, hint.values)}</p>}
            {!isRight && why.length === 0 && !hasHint && (
              <p>
                <FormattedMessage id="learning.player.look_again" />
              </p>
            )}
          </div>
        </div>
      )}
    </div>
  );
}
