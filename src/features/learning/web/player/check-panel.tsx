import { clsx } from 'clsx';
import { Compass, RotateCcw } from '#ui/icons/icons.ts';
import { useId, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { LinkButton } from '#ui/buttons/button.tsx';
import { useContentLanguage } from './content-language.tsx';
import { getFeedback } from '#features/learning/web/questions/feedback.ts';
import { isAnsweredByPress } from '#features/learning/web/questions/control.ts';
import { QuestionBody } from '#features/learning/web/questions/question-body.tsx';
import { PanelActions, PlayerPanel } from './player-layout.tsx';
import type { Checks } from './use-checks.ts';
import { Paragraphs } from './rich-text.tsx';
import { useScrollIntoView } from '#ui/feedback/use-scroll-into-view.ts';
import { calloutClass } from '#ui/feedback/callout.tsx';

interface PanelProps {
  checks: Checks;
  actions: ReactNode;
}

export function CheckPanel({ checks, actions }: PanelProps) {
  const id = useId();
  const { index, total, check, tries, open } = checks;
  const { question } = check;
  const canSkip = tries.right === null && !isAnsweredByPress(question) && index < total - 1;
  return (
    <PlayerPanel aria-labelledby={id}>
      <div className="flex justify-between gap-3 text-sm text-ink-2">
        <span>
          <FormattedMessage id="learning.player.check" values={{ number: index + 1, total }} />
        </span>
        {canSkip && (
          <LinkButton weight="text" className="-my-3.25 py-3.25" onClick={() => checks.go(index + 1)}>
            <FormattedMessage id="learning.player.skip" />
          </LinkButton>
        )}
      </div>
      <QuestionBody
        index={index}
        question={question}
        labelledBy={id}
        draft={checks.draft}
        onDraft={checks.setDraft}
        tries={tries}
        wrongOptions={checks.wrongOptions}
        isUntouched={false}
        onAnswer={checks.answer}
      />
      <CheckFeedback checks={checks} />
      {open === null && total > 0 && index === total - 1 && (
        <p className="mt-4 font-strong text-accent-text">
          <FormattedMessage id="learning.player.lesson_done" />
        </p>
      )}
      <PanelActions className="only-wide">{actions}</PanelActions>
    </PlayerPanel>
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
  const ref = useScrollIntoView<HTMLDivElement>(
    tries.last !== null && `${question.id} ${tries.wrong.length} ${isRight}`,
  );
  return (
    <div ref={ref} aria-live="polite" data-part="feedback">
      {tries.last !== null && (
        <div
          className={clsx(
            calloutClass(isRight ? 'note' : 'alert'),
            'mt-5 [&_p]:text-sm [&_p:not(p+p)]:mt-0.5 [&_p+p]:mt-1',
          )}
        >
          {isRight ? <Compass size={20} aria-hidden="true" /> : <RotateCcw size={20} aria-hidden="true" />}
          <div className="min-w-0 flex-1">
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
