import { useMutation } from '@tanstack/react-query';
import { BadgeCheck, Link2, Printer, Stethoscope } from '#ui/icons/icons.ts';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { downloadFile } from '#platform/web/files/download-file.ts';
import { Card } from '#ui/layout/card.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { Disc, Row, Rows } from '#ui/lists/row.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { listConcerns } from '#features/forms/shared/concerns.ts';
import type { FormRecordData, FormRecord } from '#features/forms/shared/contract.ts';
import { physicianClient } from '#features/forms/web/client.ts';
import { formatDay } from '#platform/shared/format-day.ts';
import { PageUploadRow } from './page-upload-row.tsx';
import { ConcernList } from '#features/forms/web/physician/concern-list.tsx';
import { ConfirmationPendingNote, SentLinkNote, SentLinkStatus } from './physician-link-status.tsx';
import { PhysicianLinkDialog } from './physician-link-dialog.tsx';

type Evaluation = FormRecordData['evaluations'][number];

interface PhysicianStepsProps {
  record: FormRecord;
  /** The answers and decisions; null if only the status is known. */
  formData: FormRecordData | null;
  /** The reader is the diver, not a guardian. */
  isOwn: boolean;
}

/** Shown to the diver and guardians: why a physician is needed, how to get a clearance, and the result. */
export function PhysicianSteps({ record, formData, isOwn }: PhysicianStepsProps) {
  const { medicalStatus, diverName, isConfirmationPending } = record;
  const last = findNewestEvaluation(formData?.evaluations ?? []);
  if (medicalStatus === 'none') return null;
  const sent = formData?.physicianLink ?? null;
  if (isConfirmationPending)
    return <ConfirmationPendingNote record={record} isOwn={isOwn} evaluation={last} sent={sent} />;
  if (medicalStatus === 'clear') return <VoluntaryClearance record={record} sent={sent} />;
  if (medicalStatus === 'approved' || medicalStatus === 'refused')
    return <PhysicianDecisionNote decision={medicalStatus} evaluation={last} sent={sent} />;
  const who = isOwn ? 'you' : 'other';
  return (
    <>
      <div className="grid gap-3">
        {medicalStatus === 'review' ? (
          <ReviewNote record={record} />
        ) : (
          <>
            {last?.decision === 'unclear' && (
              <Callout kind="alert">
                <b>
                  <FormattedMessage id="forms.page.unclear" />
                </b>
                <p dir="auto">{last.remarks}</p>
              </Callout>
            )}
            {last?.confirmation?.state === 'declined' && (
              <Callout kind="alert">
                <b>
                  <FormattedMessage id="forms.physician.declined" />
                </b>
                <p dir="auto">{last.confirmation.reason}</p>
              </Callout>
            )}
            <Callout kind="wait" icon={<Stethoscope size={20} aria-hidden="true" />}>
              <b>
                <FormattedMessage id="forms.physician.needed" values={{ who, name: <bdi>{diverName}</bdi> }} />
              </b>
              <p>
                <FormattedMessage
                  id="forms.physician.clearance_needed"
                  values={{ who, name: <bdi>{diverName}</bdi> }}
                />
              </p>
              {formData?.correctionOf && (
                <p>
                  <FormattedMessage id="forms.correction.diver" />
                </p>
              )}
            </Callout>
          </>
        )}
      </div>
      {formData !== null && (
        <PageSection title={<FormattedMessage id="forms.physician.why" />}>
          <Card>
            <ConcernList concerns={listConcerns(formData.forms, formData.answers)} />
          </Card>
        </PageSection>
      )}
      <PageSection title={<FormattedMessage id="forms.physician.ways" />}>
        <ClearanceOptions record={record} sent={sent} />
      </PageSection>
      <PageSection title={<FormattedMessage id="forms.physician.take" />}>
        <ul className="grid gap-2 ps-[1.2em] list-disc text-ink-2">
          {['id', 'medicines', 'reports', 'page'].map((what) => (
            <li className="marker:text-accent" key={what}>
              <FormattedMessage id={`forms.physician.take_${what}` as MessageId} />
            </li>
          ))}
        </ul>
      </PageSection>
    </>
  );
}

/** The diver is cleared, but an application for a professional level requires a physician's approval. */
function VoluntaryClearance({ record, sent }: ClearanceOptionsProps) {
  return (
    <PageSection title={<FormattedMessage id="forms.physician.voluntary" />}>
      <p className="mb-4 text-sm text-ink-2">
        <FormattedMessage id="forms.physician.voluntary_text" />
      </p>
      <ClearanceOptions record={record} sent={sent} />
    </PageSection>
  );
}

function findNewestEvaluation(evaluations: readonly Evaluation[]): Evaluation | undefined {
  return evaluations.toSorted((a, b) => b.decidedDate.localeCompare(a.decidedDate))[0];
}

interface ClearanceOptionsProps {
  record: FormRecord;
  /** The newest link. */
  sent: FormRecordData['physicianLink'];
}

function ClearanceOptions({ record, sent }: ClearanceOptionsProps) {
  const [isLinking, setIsLinking] = useState(false);
  const print = usePhysicianPrint(record.id);
  return (
    <>
      <Rows>
        <Row
          wrapsOnPhone
          start={
            <Disc tone="accent">
              <Link2 size={20} />
            </Disc>
          }
          title={<FormattedMessage id="forms.physician.online" />}
          text={sent === null ? <FormattedMessage id="forms.physician.online_text" /> : <SentLinkStatus sent={sent} />}
          end={
            <Button kind={sent === null ? 'filled' : 'outlined'} onClick={() => setIsLinking(true)}>
              <FormattedMessage id={sent === null ? 'forms.physician.ask' : 'forms.physician.ask_again'} />
            </Button>
          }
        />
        <Row
          wrapsOnPhone
          start={
            <Disc>
              <Printer size={20} />
            </Disc>
          }
          title={<FormattedMessage id="forms.physician.way_print" />}
          text={<FormattedMessage id="forms.physician.way_print_text" />}
          end={
            <Button kind="outlined" isBusy={print.isPending} onClick={() => print.mutate()}>
              <FormattedMessage id="forms.physician.print" />
            </Button>
          }
        />
        {record.medicalStatus !== 'clear' && <PageUploadRow recordId={record.id} />}
      </Rows>
      {isLinking && <PhysicianLinkDialog record={record} sent={sent} onClose={() => setIsLinking(false)} />}
    </>
  );
}

function ReviewNote({ record: { storeName, memberName } }: { record: FormRecord }) {
  const name = storeName ?? memberName;
  return (
    <Callout kind="wait">
      <b>
        <FormattedMessage id="forms.page.sent_in" />
      </b>
      <p>
        {name === null ? (
          <FormattedMessage id="forms.page.sent_in_staff" />
        ) : (
          <FormattedMessage id="forms.page.sent_in_named" values={{ name: <bdi>{name}</bdi> }} />
        )}
      </p>
    </Callout>
  );
}

interface PhysicianDecisionNoteProps {
  decision: 'approved' | 'refused';
  evaluation: Evaluation | undefined;
  sent: FormRecordData['physicianLink'];
}

function PhysicianDecisionNote({ decision, evaluation, sent }: PhysicianDecisionNoteProps) {
  const intl = useIntl();
  const icon =
    decision === 'approved' ? { icon: <BadgeCheck size={20} aria-hidden="true" /> } : { kind: 'alert' as const };
  return (
    <Callout {...icon}>
      <b>
        <FormattedMessage id={`forms.physician.was_${decision}`} />
      </b>
      {evaluation && (
        <p>
          {evaluation.physician === null ? (
            <FormattedMessage
              id="forms.physician.decided_page"
              values={{ date: formatDay(intl, evaluation.signedOn ?? evaluation.decidedDate, 'medium') }}
            />
          ) : (
            <FormattedMessage
              id="forms.physician.decided_by"
              values={{
                name: <bdi>{evaluation.physician}</bdi>,
                clinic: <bdi>{evaluation.clinic}</bdi>,
                date: formatDay(intl, evaluation.decidedDate, 'medium'),
              }}
            />
          )}
        </p>
      )}
      <SentLinkNote sent={sent} />
      {evaluation?.remarks && <p dir="auto">{evaluation.remarks}</p>}
      {decision === 'refused' && (
        <p>
          <FormattedMessage id="forms.physician.refused_text" />
        </p>
      )}
    </Callout>
  );
}

/** Downloads the page for the physician in the reader's language. */
function usePhysicianPrint(recordId: string) {
  const intl = useIntl();
  return useMutation({
    mutationFn: () =>
      // The client returns a Blob for file responses; the contract only describes JSON.
      physicianClient('GET Records/{id}/physician-page', { params: { id: recordId } }) as unknown as Promise<Blob>,
    onSuccess: (file) => downloadFile(file, 'physician-page.pdf'),
    onError: (error) => showToast({ text: formatErrorMessage(intl, error) }),
  });
}
