import { FormattedMessage } from 'react-intl';
import { Card } from '#ui/layout/card.tsx';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { classNames } from '#ui/styles/class-names.ts';
import type { FormView } from '#features/forms/shared/contract.ts';
import type { Section } from './answers.ts';
import { acknowledgementId, formId, useOpenForms } from './form-context.ts';
import { PhysicianNote } from './physician-note.tsx';
import { QuestionList } from './question-list.tsx';

export const hasQuestions = ({ sections }: FormView) => sections.some(({ questions }) => questions.length > 0);

/** A questionnaire, or a text with its acknowledgement. */
export function PacketForm({ form, isAlone, className }: { form: FormView; isAlone: boolean; className?: string }) {
  const isQuestionnaire = hasQuestions(form);
  return (
    <section className={classNames('form-part', className)} aria-labelledby={formId(form.id)}>
      {isQuestionnaire ? <Questionnaire form={form} isAlone={isAlone} /> : <FormTextCard form={form} />}
    </section>
  );
}

function Questionnaire({ form, isAlone }: { form: FormView; isAlone: boolean }) {
  const { sections } = form;
  const main = sections.filter(({ opensWith }) => opensWith === null);
  return (
    <>
      <h2 id={formId(form.id)} tabIndex={-1} className={isAlone ? 'vh' : 'part-title'} dir="auto">
        {form.title}
      </h2>
      {form.intro !== null && (
        <p className="part-intro" dir="auto">
          {form.intro}
        </p>
      )}
      {main.map((section) =>
        section.questions.length > 0 ? (
          <QuestionList key={section.id} form={form} section={section} />
        ) : (
          <SectionText key={section.id} section={section} className="part-note" />
        ),
      )}
      {!isAlone && (
        <div className="physician-note only-phone">
          <PhysicianNote />
        </div>
      )}
    </>
  );
}

function FormTextCard({ form }: { form: FormView }) {
  return (
    <Card className="form-text">
      <h2 id={formId(form.id)} tabIndex={-1} dir="auto">
        {form.title}
      </h2>
      {form.intro !== null && (
        <p className="lead" dir="auto">
          {form.intro}
        </p>
      )}
      {form.sections.map((section) => (
        <SectionText key={section.id} section={section} />
      ))}
      <Acknowledgement form={form} />
    </Card>
  );
}

function SectionText({ section: { title, paragraphs, points }, className }: { section: Section; className?: string }) {
  return (
    <div className={className}>
      {title !== null && <h3 dir="auto">{title}</h3>}
      {paragraphs.map((text) => (
        <p key={text} dir="auto">
          {text}
        </p>
      ))}
      {points.length > 0 && (
        <ul>
          {points.map((text) => (
            <li key={text} dir="auto">
              {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Shown only to readers who can sign. */
export function Acknowledgement({ form }: { form: FormView }) {
  const { signing } = useOpenForms();
  if (signing.me === null) return null;
  const isMissing = signing.missing.some((item) => item.kind === 'acknowledgement' && item.formId === form.id);
  return (
    <Checkbox
      className="acknowledgement"
      id={acknowledgementId(form.id)}
      label={
        <span className="block text-sm" dir="auto">
          {form.acknowledgement}
        </span>
      }
      checked={signing.acknowledged.has(form.id)}
      wrong={isMissing && <FormattedMessage id="forms.sign.tick_missing" />}
      onChange={(event) => signing.acknowledge(form.id, event.target.checked)}
    />
  );
}
