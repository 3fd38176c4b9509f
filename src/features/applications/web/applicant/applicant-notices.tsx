import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { MissingSummary } from '#ui/feedback/missing-summary.tsx';
import { fieldName, formatRequirement } from '#features/applications/shared/labels.ts';
import { useApplicant } from './applicant-context.ts';
import { fieldId } from './applicant-context.ts';
import { listMissingFields } from './applicant-sections.ts';

const getElementId = (field: string) => (field === 'signature' ? 'signature' : fieldId(field));

/** The reasons of a return, the loss of unsaved changes, and on phones the missing fields. */
export function ApplicantNotices({ onJump }: { onJump: (field: string) => void }) {
  const { application, loss } = useApplicant();
  return (
    <div data-part="notices" className="grid gap-3">
      {loss !== null && (
        <Callout kind="alert" isLive>
          <FormattedMessage id="applications.apply.loss" />
        </Callout>
      )}
      {application.state === 'Returned' && <ReturnedNotice onJump={onJump} />}
      <div className="only-phone mb-4">
        <MissingFields onJump={onJump} />
      </div>
    </div>
  );
}

function ReturnedNotice({ onJump }: { onJump: (field: string) => void }) {
  const intl = useIntl();
  const { application } = useApplicant();
  const { reasons, steps } = application;
  const last = steps.findLast(({ toState }) => toState === 'Returned');
  const name = last?.byName ?? intl.formatMessage({ id: 'applications.history.desk' });
  const fields = new Map(reasons.map(({ field }) => [getElementId(field), field]));
  return (
    <>
      {last !== undefined && last.note !== '' && (
        <Callout kind="alert">
          <b className="text-md">
            <FormattedMessage id="applications.apply.note" values={{ name: <bdi>{name}</bdi> }} />
          </b>
          <p dir="auto">{last.note}</p>
        </Callout>
      )}
      <MissingSummary
        title={<FormattedMessage id="applications.apply.returned" values={{ name: <bdi>{name}</bdi> }} />}
        items={reasons.map(({ field, reason }) => ({
          fieldId: getElementId(field),
          section: fieldName(intl, field),
          text: <bdi>{reason}</bdi>,
        }))}
        onJump={(id) => onJump(fields.get(id) ?? '')}
      />
    </>
  );
}

/** Lists the missing fields with links to them. */
export function MissingFields({ onJump }: { onJump: (field: string) => void }) {
  const intl = useIntl();
  const { application, filled } = useApplicant();
  const missing = listMissingFields(application, filled);
  const textOf = (field: string) => {
    const requirement = application.requirements.find(({ id }) => id === field);
    return requirement === undefined
      ? intl.formatMessage({ id: `applications.apply.missing.${field}` as MessageId })
      : formatRequirement(intl, requirement);
  };
  const fields = new Map(missing.map((field) => [fieldId(field), field]));
  return (
    <MissingSummary
      title={<FormattedMessage id="applications.apply.missing_title" />}
      items={missing.map((field) => ({
        fieldId: fieldId(field),
        section: fieldName(intl, field),
        text: textOf(field),
      }))}
      onJump={(id) => onJump(fields.get(id) ?? '')}
    />
  );
}
