import { FormattedMessage } from 'react-intl';
import { classNames } from '#ui/styles/class-names.ts';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import type { Answers, FormView } from '#features/forms/shared/contract.ts';

type Section = FormView['sections'][number];

/** Each form as it was signed; those with questions start expanded. */
export function RecordAnswers({ forms, answers }: { forms: readonly FormView[]; answers: Answers }) {
  return (
    <div className="card record-forms">
      {forms.map((form) => (
        <Disclosure
          key={form.id}
          isOpen={form.sections.some(({ questions }) => questions.length > 0)}
          title={<b dir="auto">{form.title}</b>}
        >
          <div className="record-form" dir="auto">
            {form.intro && <p>{form.intro}</p>}
            {form.sections
              .filter(({ opensWith }) => opensWith === null || answers[opensWith] === 'yes')
              .map((section) => (
                <AnsweredSection key={section.id} section={section} answers={answers} />
              ))}
            <p className="text-sm text-ink-2">{form.acknowledgement}</p>
          </div>
        </Disclosure>
      ))}
    </div>
  );
}

function AnsweredSection({ section, answers }: { section: Section; answers: Answers }) {
  const { title, opensWith, paragraphs, points, questions } = section;
  return (
    <div className={classNames('record-section', opensWith !== null && 'opened')}>
      {title && <h3>{title}</h3>}
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {points.length > 0 && (
        <ul className="record-points">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
      {questions.length > 0 && (
        <dl className="record-questions">
          {questions.map((question) => (
            <AnsweredQuestion key={question.id} question={question} answer={answers[question.id] ?? ''} />
          ))}
        </dl>
      )}
    </div>
  );
}

function AnsweredQuestion({
  question: { number, text, kind },
  answer,
}: {
  question: Section['questions'][number];
  answer: string;
}) {
  const isYes = kind === 'yesno' && answer === 'yes';
  return (
    <div>
      <dt>
        {number && <span className="num text-ink-2">{number}</span>}
        <span>{text}</span>
      </dt>
      <dd className={classNames(isYes && 'yes')}>
        {kind === 'text' || answer === '' ? (
          answer || <FormattedMessage id="forms.record.no_answer" />
        ) : (
          <FormattedMessage id={isYes ? 'forms.record.yes' : 'forms.record.no'} />
        )}
      </dd>
    </div>
  );
}
