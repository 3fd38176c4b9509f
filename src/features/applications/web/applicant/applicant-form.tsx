import { X } from '#ui/icons/icons.ts';
import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { SaveStatus } from '#platform/web/sync/save-status.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { PageColumns, PageHead } from '#ui/layout/page.tsx';
import { TaskAside, TaskBar } from '#ui/layout/task-bar.tsx';
import type { Application } from '#features/applications/shared/application.ts';
import { levelName } from '#features/applications/shared/labels.ts';
import { ApplicantAside } from './applicant-aside.tsx';
import { useApplicantAutosave } from './applicant-autosave.ts';
import { ApplicantContext, fieldId, useApplicant } from './applicant-context.ts';
import { ApplicantNotices } from './applicant-notices.tsx';
import type { AddressForm, ProfessionalLookUp } from './applicant-props.ts';
import { Section } from './applicant-section.tsx';
import { getCompletion, listMissingFields, findSection, listSections, type SectionName } from './applicant-sections.ts';
import { BackToApplicationsLink } from '#features/applications/web/back-to-applications-link.tsx';
import { ownApplicationsPath } from '#features/applications/web/paths.ts';
import { useSubmission, type Submission } from './use-submission.ts';
import { ActionBar } from '#ui/layout/action-bar.tsx';
import { iconButtonClass } from '#ui/buttons/icon-button.tsx';

interface ApplicantFormProps {
  application: Application;
  professional: ProfessionalLookUp;
  address: AddressForm;
  teachingCourse: ReactNode;
}

/** The form of an application the applicant holds, with its requirements and the signature. */
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
  const [open, setOpen] = useState<ReadonlySet<SectionName>>(() => getInitiallyOpen(application, filled));
  const show = (...names: SectionName[]) => flushSync(() => setOpen((former) => new Set([...former, ...names])));
  const toggle = (name: SectionName) =>
    setOpen((former) => new Set(former.has(name) ? [...former].filter((other) => other !== name) : [...former, name]));
  const reveal = (field: string) => show(findSection(field, application));
  const submission = useSubmission((fields) => {
    show(...fields.map((field) => findSection(field, application)));
    if (fields[0] !== undefined) focusField(fields[0]);
  });
  return (
    <>
      <PhoneBar />
      <PageColumns>
        <div className="min-w-0">
          <FormHead />
          <FormAlert problem={submission.problem} failureCount={submission.failureCount} />
          <ApplicantNotices onJump={reveal} />
          {listSections(application).map((name) => (
            <Section key={name} name={name} submission={submission} isOpen={open.has(name)} onToggle={toggle} />
          ))}
        </div>
        <TaskAside isWideOnly>
          <ApplicantSaveStatus />
          <ApplicantAside onJump={reveal} />
          <SubmitButton submission={submission} />
        </TaskAside>
      </PageColumns>
      <ActionBar className="only-phone">
        <SubmitButton submission={submission} />
      </ActionBar>
    </>
  );
}

/** Complete sections start collapsed; incomplete and returned ones start open. */
function getInitiallyOpen(application: Application, filled: ReturnType<typeof useApplicant>['filled']) {
  const returned = new Set(application.reasons.map(({ field }) => findSection(field, application)));
  const open = listSections(application).filter((name) => {
    const completion = getCompletion(name, application, filled);
    return typeof completion === 'object' || name === 'sign' || returned.has(name);
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
    <Button size="lg" isWide isBusy={submission.isBusy} onClick={() => void submission.submit()}>
      <FormattedMessage id="applications.apply.submit" />
    </Button>
  );
}

function useHeadline() {
  const intl = useIntl();
  const { application, filled } = useApplicant();
  const count = listMissingFields(application, filled).length;
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
        back={<BackToApplicationsLink className="mb-3 only-wide" />}
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
        <Link
          className={iconButtonClass()}
          to={ownApplicationsPath}
          aria-label={intl.formatMessage({ id: 'applications.apply.close' })}
        >
          <X size={24} aria-hidden="true" />
        </Link>
      }
      title={level}
      state={<ApplicantSaveStatus />}
    />
  );
}

function ApplicantSaveStatus() {
  const { save } = useApplicant();
  return <SaveStatus save={save} id={`applications.apply.state.${save.kind}`} />;
}
