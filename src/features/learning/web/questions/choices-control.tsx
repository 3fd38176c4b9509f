import { FormattedMessage } from 'react-intl';
import { usePageLanguage } from '#features/learning/web/player/content-language.tsx';
import { RichTextView } from '#features/learning/web/player/rich-text.tsx';
import { AnswerMark, answerClass, answerInputClass } from './answer-row.tsx';
import { AnswerTag } from './answer-tag.tsx';
import type { ControlProps } from './control.ts';

export function ChoicesControl({ question, labelledBy, draft, onDraft, tries, wrongOptions }: ControlProps) {
  const page = usePageLanguage();
  const right = tries?.right ?? null;
  const toggle = (id: string) =>
    onDraft(
      question.options.map((option) => option.id).filter((optionId) => draft.includes(optionId) !== (optionId === id)),
    );
  return (
    <>
      {right === null && (
        <p className="-mt-2 mb-4 text-sm text-ink-2" {...page}>
          <FormattedMessage id="learning.player.choose_several" />
        </p>
      )}
      <fieldset className="grid min-w-0 gap-3" aria-labelledby={labelledBy}>
        {question.options.map(({ id, text }) => {
          const isTried = right === null && wrongOptions.includes(id);
          const isChosen = (right ?? draft).includes(id) && !isTried;
          const state = isTried ? 'tried' : !isChosen ? 'open' : right === null ? 'chosen' : 'right';
          return (
            <label key={id} className={answerClass(state)} data-part="answer">
              <input
                type="checkbox"
                className={answerInputClass}
                checked={isChosen}
                disabled={right !== null || isTried}
                onChange={() => toggle(id)}
              />
              <AnswerMark state={state} isSquare />
              <span className="min-w-0 flex-1">
                <RichTextView text={text} />
              </span>
              {isTried && <AnswerTag state="wrong" />}
              {right !== null && isChosen && <AnswerTag state="right" />}
            </label>
          );
        })}
      </fieldset>
    </>
  );
}
