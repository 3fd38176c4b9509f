import { CircleCheck, CircleHelp, CircleX } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { joined } from '../../../platform/web/joined.ts';
import { PageSection } from '../../../ui/page.tsx';
import { Disc, Row, Rows } from '../../../ui/row.tsx';
import type { FormData, FormRecord } from '../shared/contract.ts';
import { ClearancePanel } from './clearance-panel.tsx';
import { CorrectionPanel } from './correction-panel.tsx';
import { dayText } from './forms-words.ts';
import { PhysicianSteps } from './physician-steps.tsx';
import type { Reader } from './record-queries.ts';
import { ReviewPage } from './review-page.tsx';

interface RecordPhysicianProps {
  record: FormRecord;
  formData: FormData;
  reader: Reader;
}

/** What a physician is asked for, and has said. Nobody is sent to one for a form that no longer counts. */
export function RecordPhysician({ record, formData, reader }: RecordPhysicianProps) {
  const { medicalStatus, isValid, replacedBy } = record;
  const isDecided = medicalStatus === 'approved' || medicalStatus === 'refused';
  const isOver = !isValid || replacedBy !== null;
  if (reader === 'diver' || reader === 'guardian')
    return isOver && !isDecided ? null : (
      <PhysicianSteps record={record} formData={formData} isOwn={reader === 'diver'} />
    );
  return (
    <>
      {!isOver && (
        <>
          <ClearancePanel record={record} formData={formData} />
          <CorrectionPanel record={record} formData={formData} />
          <ReviewPage record={record} formData={formData} />
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

const looks = {
  approved: { tone: 'accent', Icon: CircleCheck },
  refused: { tone: 'coral', Icon: CircleX },
  unclear: { tone: 'sand', Icon: CircleHelp },
  corrected: { tone: 'accent', Icon: CircleCheck },
} as const;

function EvaluationRow({ evaluation }: { evaluation: FormData['evaluations'][number] }) {
  const intl = useIntl();
  const { way, isMailed, decision, physician, clinic, license, phone, remarks, signedOn, decidedDate } = evaluation;
  const { confirmation } = evaluation;
  const how = isMailed === null ? way : isMailed ? 'mailed' : 'shown';
  const { tone, Icon } = looks[decision];
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
          {by.length > 0 && <span className="block">{joined(...by)}</span>}
          <span className="block">
            <FormattedMessage
              id={`forms.record.decided.${how}`}
              values={{ date: dayText(intl, signedOn ?? decidedDate) }}
            />
          </span>
          {confirmation && (
            <span className="block">
              <FormattedMessage
                id={`forms.record.confirmation.${confirmation.state}`}
                values={{ date: confirmation.decidedDate && dayText(intl, confirmation.decidedDate) }}
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
