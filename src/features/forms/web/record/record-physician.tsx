import { CircleCheck, CircleHelp, CircleX } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import { joinFacts } from '#platform/web/i18n/join-facts.ts';
import { PageSection } from '#ui/layout/page.tsx';
import { Disc, Row, Rows } from '#ui/lists/row.tsx';
import { canActForDiver, type ReaderRelation } from '#features/forms/shared/policy.ts';
import type { FormRecordData, FormRecord } from '#features/forms/shared/contract.ts';
import { ClearancePanel } from '#features/forms/web/clearance/clearance-panel.tsx';
import { CorrectionPanel } from '#features/forms/web/clearance/correction-panel.tsx';
import { formatDay } from '#platform/shared/format-day.ts';
import { PhysicianSteps } from './physician-steps.tsx';
import { ReviewPagePanel } from '#features/forms/web/clearance/review-page-panel.tsx';

interface RecordPhysicianProps {
  record: FormRecord;
  formData: FormRecordData;
  reader: ReaderRelation;
}

/** The physician's steps and decisions. Forms that expired or were replaced need no action. */
export function RecordPhysician({ record, formData, reader }: RecordPhysicianProps) {
  const { medicalStatus, isValid, replacedBy } = record;
  const isDecided = medicalStatus === 'approved' || medicalStatus === 'refused';
  const isInactive = !isValid || replacedBy !== null;
  if (canActForDiver(reader))
    return isInactive && !isDecided ? null : (
      <PhysicianSteps record={record} formData={formData} isOwn={reader === 'self'} />
    );
  return (
    <>
      {!isInactive && (
        <>
          <ClearancePanel record={record} formData={formData} />
          <CorrectionPanel record={record} formData={formData} />
          <ReviewPagePanel record={record} formData={formData} />
        </>
      )}
      {formData.evaluations.length > 0 && (
        <PageSection title={<FormattedMessage id="forms.record.evaluations" />}>
          <Rows>
            {formData.evaluations.toReversed().map((evaluation) => (
              <EvaluationRow key={evaluation.id} evaluation={evaluation} />
            ))}
          </Rows>
        </PageSection>
      )}
    </>
  );
}

const decisionStyles = {
  approved: { tone: 'accent', Icon: CircleCheck },
  refused: { tone: 'coral', Icon: CircleX },
  unclear: { tone: 'sand', Icon: CircleHelp },
  corrected: { tone: 'accent', Icon: CircleCheck },
} as const;

function EvaluationRow({ evaluation }: { evaluation: FormRecordData['evaluations'][number] }) {
  const intl = useIntl();
  const { way, isMailed, decision, physician, clinic, license, phone, remarks, signedOn, decidedDate } = evaluation;
  const { confirmation } = evaluation;
  const how = isMailed === null ? way : isMailed ? 'mailed' : 'shown';
  const { tone, Icon } = decisionStyles[decision];
  const by = [physician, license, clinic, phone]
    .filter((name) => name !== null && name !== '')
    .map((name) => `\u2068${name}\u2069`);
  return (
    <Row
      start={
        <Disc tone={tone}>
          <Icon size={20} />
        </Disc>
      }
      title={<FormattedMessage id={`forms.record.decision.${decision}`} />}
      text={
        <>
          {by.length > 0 && <span className="block">{joinFacts(...by)}</span>}
          <span className="block">
            <FormattedMessage
              id={`forms.record.decided.${how}`}
              values={{ date: formatDay(intl, signedOn ?? decidedDate, 'medium') }}
            />
          </span>
          {confirmation && (
            <span className="block">
              <FormattedMessage
                id={`forms.record.confirmation.${confirmation.state}`}
                values={{ date: confirmation.decidedDate && formatDay(intl, confirmation.decidedDate, 'medium') }}
              />
            </span>
          )}
          {confirmation?.reason && (
            <span className="block" dir="auto">
              {confirmation.reason}
            </span>
          )}
          {remarks && (
            <span className="block" dir="auto">
              {remarks}
            </span>
          )}
        </>
      }
    />
  );
}
