import { useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatDay } from '#platform/shared/format-day.ts';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { LinkButton } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { MissingSummary } from '#ui/feedback/missing-summary.tsx';
import { instructorName } from '#features/logbook/shared/instructor-name.ts';
import { fieldId, getStatus, useFormState, useLogForm } from './form-context.ts';
import { listSectionFields, isMissing, listSections, type SectionName } from './log-validation.ts';
import type { FieldName } from './log-values.ts';

/** Explains the status: returned, pending or verified. */
export function StatusNotice() {
  const intl = useIntl();
  const status = useFormState(getStatus);
  const log = useFormState((state) => state.log);
  if (log === null) return null;
  const { instructor, verified_name: verifier, verified_at: verifiedAt, returned_name: returner } = log;
  if (status === 'Returned')
    return (
      <Notice kind="alert">
        <b>
          <FormattedMessage id="logbook.form.returned" values={{ name: <bdi>{returner}</bdi> }} />
        </b>
        <p className="whitespace-pre-line">
          <bdi>{log.returned_reason}</bdi>
        </p>
      </Notice>
    );
  if (status === 'Pending')
    return (
      <Notice kind="wait">
        {instructor === null ? (
          <FormattedMessage id="logbook.form.pending_nobody" />
        ) : (
          <FormattedMessage
            id="logbook.form.pending"
            values={{ instructor: <bdi>{instructorName(instructor, currentLocale())}</bdi> }}
          />
        )}
      </Notice>
    );
  if (status === 'Verified' && verifiedAt !== null)
    return (
      <Notice kind="note">
        <FormattedMessage
          id="logbook.form.verified"
          values={{ name: <bdi>{verifier}</bdi>, date: formatDay(intl, verifiedAt, 'long') }}
        />
      </Notice>
    );
  return null;
}

function Notice({ kind, children }: { kind: 'note' | 'wait' | 'alert'; children: ReactNode }) {
  return (
    <div className="mb-4">
      <Callout kind={kind} isLive>
        {children}
      </Callout>
    </div>
  );
}

/** Says that a draft was restored and offers to discard it. */
export function RestoredNotice() {
  const form = useLogForm();
  const [isSeen, setIsSeen] = useState(false);
  if (!form.isRestored || isSeen) return null;
  const discard = () => {
    form.discard();
    setIsSeen(true);
  };
  return (
    <Notice kind="wait">
      <FormattedMessage id="logbook.form.restored" />{' '}
      <LinkButton className="-my-3 py-3" onClick={discard}>
        <FormattedMessage id="logbook.form.discard" />
      </LinkButton>
    </Notice>
  );
}

/** Lists the problems by section after a rejected submission, with links to the first field of each. */
export function FormSummary({ onJump }: { onJump: (section: SectionName) => void }) {
  const intl = useIntl();
  const { type } = useLogForm();
  const hasTried = useFormState((state) => state.hasTried);
  const problems = useFormState((state) => state.problems);
  if (!hasTried) return null;
  const found = listSections(type).flatMap((section) => {
    const fields = listSectionFields(section, type).filter((field) => problems[field] !== undefined);
    return fields.length === 0 ? [] : [{ section, fields }];
  });
  const formatProblem = (field: FieldName) => intl.formatMessage({ id: problems[field] ?? 'GeneralError' });
  const isOnlyWrong = !Object.values(problems).some(isMissing);
  const items = found.map(({ section, fields }) => ({
    fieldId: fieldId(fields[0] as FieldName),
    section: <FormattedMessage id={`logbook.section.${section}`} />,
    text: fields.map(formatProblem).join(' · '),
  }));
  const sectionOfItem = (id: string) => found.find(({ fields }) => fieldId(fields[0] as FieldName) === id)?.section;
  return (
    <div className="mb-4 empty:hidden">
      <MissingSummary
        title={<FormattedMessage id={`logbook.form.${isOnlyWrong ? 'check_title' : 'missing_title'}`} />}
        items={items}
        onJump={(id) => {
          const section = sectionOfItem(id);
          if (section !== undefined) onJump(section);
        }}
      />
    </div>
  );
}
