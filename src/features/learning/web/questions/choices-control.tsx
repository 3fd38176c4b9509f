import { Check, X } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import { classNames } from '#ui/styles/class-names.ts';
import { usePageLanguage } from '#features/learning/web/player/content-language.tsx';
import { RichTextView } from '#features/learning/web/player/rich-text.tsx';
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
        <p className="ask-how" {...page}>
          <FormattedMessage id="learning.player.choose_several" />
        </p>
      )}
      <fieldset className="answers" aria-labelledby={labelledBy}>
        {question.options.map(({ id, text }) => {
          const isTried = right === null && wrongOptions.includes(id);
          const isChosen = (right ?? draft).includes(id) && !isTried;
          return (
            <label
              key={id}
              className={classNames('answer', isChosen && (right === null ? 'chosen' : 'right'), isTried && 'tried')}
            >
              <input
                type="checkbox"
                checked={isChosen}
                disabled={right !== null || isTried}
                onChange={() => toggle(id)}
              />
              <span className="dot square">
                {isTried ? <X size={16} aria-hidden="true" /> : isChosen && <Check size={16} aria-hidden="true" />}
              </span>
              <span className="grow">
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
