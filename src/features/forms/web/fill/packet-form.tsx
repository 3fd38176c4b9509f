import { FormattedMessage } from 'react-intl';
import { Card } from '#ui/layout/card.tsx';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { clsx } from 'clsx';
import type { FormView } from '#features/forms/shared/contract.ts';
import type { Section } from './answers.ts';
import { acknowledgementId, formId, hasQuestions, useOpenForms } from './form-context.ts';
import { PhysicianNote } from './physician-note.tsx';
import { QuestionList } from './question-list.tsx';

const hasOwnQuestions = ({ questions }: Section) => questions.length > 0;

/** A questionnaire, or a text with its acknowledgement. */
export function PacketForm({ form, isAlone, className }: { form: FormView; isAlone: boolean; className?: string }) {
  const isQuestionnaire = hasQuestions(form);
  return (
    <section className={className} aria-labelledby={formId(form.id)}>
      {isQuestionnaire ? <Questionnaire form={form} isAlone={isAlone} /> : <FormTextCard form={form} />}
    </section>
  );
}

function Questionnaire({ form, isAlone }: { form: FormView; isAlone: boolean }) {
  const { sections } = form;
  const main = sections.filter(({ opensWith }) => opensWith === null);
  return (
    <>
      <h2 id={formId(form.id)} tabIndex={-1} className={isAlone ? 'vh' : 'mb-2'} dir="auto">
        {form.title}
      </h2>
      {form.intro !== null && (
        <p className="mb-4 text-sm text-ink-2" dir="auto">
          {form.intro}
        </p>
      )}
      {main.map((section, index) =>
        hasOwnQuestions(section) ? (
          <QuestionList key={section.id} form={form} section={section} />
        ) : (
          <SectionText
            key={section.id}
            section={section}
            isNote
            className={clsx('text-sm text-ink-2', main.slice(0, index).some(hasOwnQuestions) ? 'mt-5' : 'mb-4')}
          />
        ),
      )}
      {!isAlone && (
        <div className="only-phone not-empty:mt-4">
          <PhysicianNote />
        </div>
      )}
    </>
  );
}

function FormTextCard({ form }: { form: FormView }) {
  return (
    <Card>
      <h2 id={formId(form.id)} tabIndex={-1} dir="auto">
        {form.title}
      </h2>
      {form.intro !== null && (
        <p className="mt-4 max-w-[64ch]" dir="auto">
          {form.intro}
        </p>
      )}
      {form.sections.map((section) => (
        <SectionText key={section.id} section={section} className="mt-4" />
      ))}
      <Acknowledgement className="mt-5 pt-2 border-t border-line" form={form} />
    </Card>
  );
}

interface SectionTextProps {
  section: Section;
  /** A note between questions instead of a text to read. */
  isNote?: boolean;
  className?: string;
}

function SectionText({ section: { title, paragraphs, points }, isNote = false, className }: SectionTextProps) {
  const width = isNote ? '' : 'max-w-[64ch]';
  return (
    <div className={className}>
      {title !== null && (
        <h3 className={isNote ? 'text-sm text-ink' : 'mb-1'} dir="auto">
          {title}
        </h3>
      )}
      {paragraphs.map((text) => (
        <p key={text} className={width} dir="auto">
          {text}
        </p>
      ))}
      {points.length > 0 && (
        <ul className={clsx('list-disc ps-[1.25em]', !isNote && paragraphs.length > 0 && 'mt-2')}>
          {points.map((text) => (
            <li key={text} className={clsx(width, !isNote && 'not-first:mt-2')} dir="auto">
              {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Shown only to readers who can sign. */
export function Acknowledgement({ form, className }: { form: FormView; className?: string }) {
  const { signing } = useOpenForms();
  if (signing.me === null) return null;
  const isMissing = signing.missing.some((item) => item.kind === 'acknowledgement' && item.formId === form.id);
  return (
    <Checkbox
      className={className}
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
