import './applicant.css';
import { X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { PageColumns, PageHead } from '../../../ui/page.tsx';
import { TaskBar } from '../../../ui/task-bar.tsx';
import type { Application } from '../shared/application.ts';
import { levelName } from '../shared/words.ts';
import { ApplicantAside } from './applicant-aside.tsx';
import { useApplicantAutosave } from './applicant-autosave.ts';
import { ApplicantContext, fieldId, useApplicant } from './applicant-context.ts';
import { Notices } from './applicant-notices.tsx';
import type { AddressForm, ProfessionalLookUp } from './applicant-props.ts';
import { SaveLine } from './applicant-save-line.tsx';
import { Section } from './applicant-section.tsx';
import { completionOf, missingFields, sectionOf, sectionsOf, type SectionName } from './applicant-sections.ts';
import { ApplicationBack } from './application-back.tsx';
import { ownPath } from './paths.ts';
import { useSubmission, type Submission } from './use-submission.ts';

interface ApplicantFormProps {
  application: Application;
  professional: ProfessionalLookUp;
  address: AddressForm;
  teachingCourse: ReactNode;
}

/** An application in its applicant's hands: what is met, what is missing, and the signature. */
export function ApplicantForm({ application, professional, address, teachingCourse }: ApplicantFormProps) {
  const autosave = useApplicantAutosave(application);
  return (
    <ApplicantContext value={{ autosave, professional, address, teachingCourse }}>
      <FormFrame />
    </ApplicantContext>
  );
}

function FormFrame() {
  const { application, filled } = useApplicant();
  const [open, setOpen] = useState<ReadonlySet<SectionName>>(() => openFirst(application, filled));
  const show = (...names: SectionName[]) => flushSync(() => setOpen((former) => new Set([...former, ...names])));
  const toggle = (name: SectionName) =>
    setOpen((former) => new Set(former.has(name) ? [...former].filter((other) => other !== name) : [...former, name]));
  const reveal = (field: string) => show(sectionOf(field, application));
  const submission = useSubmission((fields) => {
    show(...fields.map((field) => sectionOf(field, application)));
    if (fields[0] !== undefined) focusField(fields[0]);
  });
  return (
    <>
      <PhoneBar />
      <PageColumns>
        <div className="min-w-0">
          <FormHead />
          <FormAlert problem={submission.problem} refusals={submission.refusals} />
          <Notices onJump={reveal} />
          {sectionsOf(application).map((name) => (
            <Section key={name} name={name} submission={submission} isOpen={open.has(name)} onToggle={toggle} />
          ))}
        </div>
        <aside className="task-aside only-wide">
          <SaveLine />
          <ApplicantAside onJump={reveal} />
          <SubmitButton submission={submission} />
        </aside>
      </PageColumns>
      <div className="action-bar only-phone">
        <SubmitButton submission={submission} />
      </div>
    </>
  );
}

/** What is met is folded; where something is missing, or came back, one sees it at once. */
function openFirst(application: Application, filled: ReturnType<typeof useApplicant>['filled']) {
  const asked = new Set(application.reasons.map(({ field }) => sectionOf(field, application)));
  const open = sectionsOf(application).filter((name) => {
    const completion = completionOf(name, application, filled);
    return typeof completion === 'object' || name === 'sign' || asked.has(name);
  });
  return new Set(open);
}

function focusField(field: string): void {
  requestAnimationFrame(() => {
    const target = document.getElementById(field === 'signature' ? 'signature' : fieldId(field));
    target?.scrollIntoView({ block: 'center' });
    target?.focus({ preventScroll: true });
  });
}

function SubmitButton({ submission }: { submission: Submission }) {
  return (
    <Button size="tall" isWide isBusy={submission.isBusy} onClick={() => void submission.submit()}>
      <FormattedMessage id="applications.apply.submit" />
    </Button>
  );
}

function useHeadline() {
  const intl = useIntl();
  const { application, filled } = useApplicant();
  const count = missingFields(application, filled).length;
  const isReturned = application.state === 'Returned';
  return {
    title: intl.formatMessage({ id: 'applications.apply.title' }, { count }),
    text: intl.formatMessage(
      { id: isReturned ? 'applications.apply.text_returned' : 'applications.apply.text' },
      { level: levelName(intl, application) },
    ),
    level: intl.formatMessage({ id: 'applications.level' }, { level: levelName(intl, application) }),
  };
}

function FormHead() {
  const { title, text, level } = useHeadline();
  return (
    <div className="mb-4 pt-4 lg:pt-0">
      <PageHead
        back={<ApplicationBack className="back only-wide" />}
        eyebrow={<span className="only-wide">{level}</span>}
        title={title}
        text={text}
      />
    </div>
  );
}

function PhoneBar() {
  const intl = useIntl();
  const { level } = useHeadline();
  return (
    <TaskBar
      close={
        <Link className="icon-btn" to={ownPath} aria-label={intl.formatMessage({ id: 'applications.apply.close' })}>
          <X size={24} aria-hidden="true" />
        </Link>
      }
      title={level}
      state={<SaveLine />}
    />
  );
}
