import { Lock } from 'lucide-react';
import { useId } from 'react';
import { FormattedMessage } from 'react-intl';
import { TextAreaField } from '#ui/fields/field.tsx';
import { SegmentedControl } from '#ui/fields/segmented-control.tsx';
import type { Question } from './answers.ts';
import { questionId, useOpenForms, whoseValues } from './form-context.ts';

interface QuestionRowProps {
  question: Question;
  answer: string | undefined;
}

export function QuestionRow({ question, answer }: QuestionRowProps) {
  const id = useId();
  const { autosave, isLocked, signing } = useOpenForms();
  const isMissing = signing.missing.some((item) => item.kind === 'question' && item.questionId === question.id);
  const wrong = isMissing && <FormattedMessage id="forms.fill.answer_missing" />;
  if (question.kind === 'text') return <TextQuestion question={question} answer={answer} />;
  return (
    <div className="question">
      {question.number !== null && <span className="no num">{question.number}</span>}
      <div>
        <p id={id} dir="auto">
          {question.number !== null && <span className="vh">{`${question.number}. `}</span>}
          {question.text}
        </p>
        {question.fact !== null && <FactReason />}
      </div>
      <div className="yes-no">
        <SegmentedControl
          id={questionId(question.id)}
          labelledBy={id}
          value={answer ?? ''}
          options={[
            { value: 'yes', label: <FormattedMessage id="forms.fill.yes" /> },
            { value: 'no', label: <FormattedMessage id="forms.fill.no" /> },
          ]}
          input={{ disabled: isLocked || question.fact !== null }}
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
    <p className="fact">
      <Lock size={14} aria-hidden="true" />
      <span>
        <FormattedMessage id="forms.fill.fact" values={{ ...whoseValues(draft), age: draft.age }} />
      </span>
    </p>
  );
}

function TextQuestion({ question, answer }: QuestionRowProps) {
  const { autosave, isLocked, signing } = useOpenForms();
  const isMissing = signing.missing.some((item) => item.kind === 'question' && item.questionId === question.id);
  return (
    <div className="question is-text">
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
