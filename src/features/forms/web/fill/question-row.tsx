import { clsx } from 'clsx';
import { Lock } from '#ui/icons/icons.ts';
import { useId } from 'react';
import { FormattedMessage } from 'react-intl';
import { TextAreaField } from '#ui/fields/field.tsx';
import { SegmentedControl } from '#ui/fields/segmented-control.tsx';
import type { Question } from './answers.ts';
import { questionId, useOpenForms, getOwnerValues } from './form-context.ts';

interface QuestionRowProps {
  question: Question;
  answer: string | undefined;
  /** Inside the box of another question. */
  isBoxed?: boolean;
}

const row = 'grid gap-y-3 p-4 lg:gap-4 lg:items-center lg:py-3 lg:px-5';
const boxedRow = 'grid grid-cols-[1fr] gap-2 p-4 lg:grid-cols-[1fr_auto] lg:items-center lg:py-2';

export function QuestionRow({ question, answer, isBoxed = false }: QuestionRowProps) {
  const id = useId();
  const { autosave, isLocked, signing } = useOpenForms();
  const isMissing = signing.missing.some((item) => item.kind === 'question' && item.questionId === question.id);
  const wrong = isMissing && <FormattedMessage id="forms.fill.answer_missing" />;
  if (question.kind === 'text') return <TextQuestion question={question} answer={answer} isBoxed={isBoxed} />;
  const isDisabled = isLocked || question.fact !== null;
  return (
    <div
      className={isBoxed ? boxedRow : clsx(row, 'grid-cols-[30px_1fr] lg:grid-cols-[32px_1fr_auto]')}
      data-part="question"
    >
      {question.number !== null && (
        <span className="num text-ink-3 text-(length:--t-sm)" data-part="number">
          {question.number}
        </span>
      )}
      <div>
        <p className={clsx('text-md/6', isBoxed && 'lg:text-sm')} id={id} dir="auto">
          {question.number !== null && <span className="vh">{`${question.number}. `}</span>}
          {question.text}
        </p>
        {question.fact !== null && <FactReason />}
      </div>
      <div className={clsx('justify-self-start', isBoxed ? 'col-1 lg:col-2' : 'col-2 lg:col-3')}>
        <SegmentedControl
          isMissing={isMissing}
          optionClassName={clsx(
            'min-w-26 min-h-12 px-3 lg:min-h-10 lg:min-w-21',
            isDisabled && 'cursor-not-allowed not-has-checked:bg-transparent',
          )}
          id={questionId(question.id)}
          labelledBy={id}
          value={answer ?? ''}
          options={[
            { value: 'yes', label: <FormattedMessage id="forms.fill.yes" /> },
            { value: 'no', label: <FormattedMessage id="forms.fill.no" /> },
          ]}
          input={{ disabled: isDisabled }}
          wrong={wrong}
          onChange={(value) => autosave.set(question.id, value)}
        />
      </div>
    </div>
  );
}

/** Explains why the question is answered from the profile. */
function FactReason() {
  const { draft } = useOpenForms();
  return (
    <p className="flex gap-1.5 mt-1 text-xs text-ink-3">
      <Lock className="mt-0.5" size={14} aria-hidden="true" />
      <span>
        <FormattedMessage id="forms.fill.fact" values={{ ...getOwnerValues(draft), age: draft.age }} />
      </span>
    </p>
  );
}

function TextQuestion({ question, answer, isBoxed = false }: QuestionRowProps) {
  const { autosave, isLocked, signing } = useOpenForms();
  const isMissing = signing.missing.some((item) => item.kind === 'question' && item.questionId === question.id);
  return (
    <div className={isBoxed ? boxedRow : clsx(row, 'grid-cols-1')} data-part="question">
      <TextAreaField
        id={questionId(question.id)}
        label={question.text}
        optional={question.isOptional && <FormattedMessage id="forms.fill.optional" />}
        wrong={isMissing && <FormattedMessage id="forms.fill.answer_missing" />}
        dir="auto"
        maxLength={500}
        value={answer ?? ''}
        disabled={isLocked}
        onChange={(event) => autosave.set(question.id, event.target.value === '' ? null : event.target.value)}
      />
    </div>
  );
}
