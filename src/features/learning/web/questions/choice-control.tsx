import { RichTextView } from '#features/learning/web/player/rich-text.tsx';
import { AnswerMark, answerClass, answerInputClass } from './answer-row.tsx';
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
    <ul className="grid min-w-0 gap-3" aria-labelledby={labelledBy}>
      {question.options.map(({ id, text }) => {
        const triedAs = tries.wrong.findIndex((answer) => answer[0] === id);
        const isRight = tries.right?.[0] === id;
        const state = triedAs !== -1 ? 'tried' : isRight ? 'right' : 'open';
        const isClosed = triedAs !== -1 || tries.right !== null;
        return (
          <li key={id}>
            <button
              type="button"
              className={answerClass(state)}
              data-part="answer"
              aria-disabled={isClosed || undefined}
              onClick={() => !isClosed && onAnswer([id])}
            >
              <AnswerMark state={state} />
              <span className="min-w-0 flex-1">
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
    <div className="grid min-w-0 gap-3" role="radiogroup" aria-labelledby={labelledBy}>
      {question.options.map(({ id, text }) => {
        const isChosen = draft[0] === id;
        const state = isChosen ? 'chosen' : 'open';
        return (
          <label key={id} className={answerClass(state)} data-part="answer">
            <input
              type="radio"
              className={answerInputClass}
              name={question.id}
              checked={isChosen}
              onChange={() => onDraft([id])}
            />
            <AnswerMark state={state} />
            <span className="min-w-0 flex-1">
              <RichTextView text={text} />
            </span>
          </label>
        );
      })}
    </div>
  );
}
