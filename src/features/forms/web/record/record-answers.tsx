import { FormattedMessage } from 'react-intl';
import { clsx } from 'clsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import type { Answers, FormView } from '#features/forms/shared/contract.ts';

type Section = FormView['sections'][number];

/** Each form as it was signed; those with questions start expanded. */
export function RecordAnswers({ forms, answers }: { forms: readonly FormView[]; answers: Answers }) {
  return (
    <div className="card px-5">
      {forms.map((form) => (
        <Disclosure
          className="last:border-0"
          key={form.id}
          isOpen={form.sections.some(({ questions }) => questions.length > 0)}
          title={<b dir="auto">{form.title}</b>}
        >
          <div className="grid gap-5 pb-2 text-start" dir="auto">
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
    <div
      className={clsx(
        'grid gap-3 min-w-0',
        opensWith !== null && 'p-4 border-s-3 border-accent rounded-se-box rounded-ee-box bg-bg',
      )}
    >
      {title && <h3 className="text-md font-strong">{title}</h3>}
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {points.length > 0 && (
        <ul className="grid gap-2 ps-5 list-disc">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
      {questions.length > 0 && (
        <dl>
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
    <div className="grid grid-cols-[minmax(0,1fr)_fit-content(50%)] gap-y-1 gap-x-4 items-baseline py-2 border-b border-line last:border-0">
      <dt className="flex min-w-0 gap-3">
        {number && <span className="num text-ink-2 flex-none min-w-[1.5em]">{number}</span>}
        <span>{text}</span>
      </dt>
      <dd className={clsx('wrap-anywhere', isYes ? 'font-strong text-ink' : 'text-ink-2')}>
        {kind === 'text' || answer === '' ? (
          answer || <FormattedMessage id="forms.record.no_answer" />
        ) : (
          <FormattedMessage id={isYes ? 'forms.record.yes' : 'forms.record.no'} />
        )}
      </dd>
    </div>
  );
}
