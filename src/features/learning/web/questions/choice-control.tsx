import { Check, X } from 'lucide-react';
import { classNames } from '#ui/styles/class-names.ts';
import { RichTextView } from '#features/learning/web/player/rich-text.tsx';
import { AnswerTag } from './answer-tag.tsx';
import type { ControlProps } from './control.ts';

/**
 * A single choice. In a lesson, pressing an option submits it; in a test, it stays changeable until the test is handed
 * in.
 */
export function ChoiceControl(props: ControlProps) {
  return props.tries === null ? <ChoiceRadios {...props} /> : <ChoiceButtons {...props} tries={props.tries} />;
}

function ChoiceButtons({
  question,
  labelledBy,
  tries,
  onAnswer,
}: ControlProps & { tries: NonNullable<ControlProps['tries']> }) {
  const first = tries.count - tries.wrong.length - (tries.right === null ? 0 : 1);
  return (
    <ul className="answers" aria-labelledby={labelledBy}>
      {question.options.map(({ id, text }) => {
        const triedAs = tries.wrong.findIndex((answer) => answer[0] === id);
        const isRight = tries.right?.[0] === id;
        const isOver = triedAs !== -1 || tries.right !== null;
        return (
          <li key={id}>
            <button
              type="button"
              className={classNames('answer', triedAs !== -1 && 'tried', isRight && 'right')}
              aria-disabled={isOver || undefined}
              onClick={() => !isOver && onAnswer([id])}
            >
              <span className="dot">
                {triedAs !== -1 && <X size={16} aria-hidden="true" />}
                {isRight && <Check size={16} aria-hidden="true" />}
              </span>
              <span className="grow">
                <RichTextView text={text} />
              </span>
              {triedAs !== -1 && <AnswerTag state="tried" count={first + triedAs + 1} />}
              {isRight && <AnswerTag state="right" />}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function ChoiceRadios({ question, labelledBy, draft, onDraft }: ControlProps) {
  return (
    <div className="answers" role="radiogroup" aria-labelledby={labelledBy}>
      {question.options.map(({ id, text }) => (
        <label key={id} className={classNames('answer', draft[0] === id && 'chosen')}>
          <input type="radio" name={question.id} checked={draft[0] === id} onChange={() => onDraft([id])} />
          <span className="dot">{draft[0] === id && <Check size={16} aria-hidden="true" />}</span>
          <span className="grow">
            <RichTextView text={text} />
          </span>
        </label>
      ))}
    </div>
  );
}
