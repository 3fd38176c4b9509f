import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { formatDay } from '#platform/shared/format-day.ts';
import type { ERecord } from '#features/learning/shared/record-contract.ts';
import { RecordRow, RecordSection } from './record-section.tsx';

/** Whether a questionnaire is valid, without its answers. */
export function MedicalSection({ medical, isOwn }: { medical: ERecord['medical']; isOwn: boolean }) {
  const intl = useIntl();
  const isMissing = medical === null || medical.status === 'expired';
  return (
    <RecordSection title={<FormattedMessage id="learning.record.medical" />}>
      <ul>
        <RecordRow
          isDone={medical?.status === 'ok'}
          isStarted={!isMissing}
          title={
            medical === null ? (
              <FormattedMessage id="learning.record.medical_missing" />
            ) : (
              <FormattedMessage
                id={`learning.record.medical.${medical.status}`}
                values={{ date: medical.validUntil && formatDay(intl, medical.validUntil, 'medium') }}
              />
            )
          }
          end={
            isOwn &&
            (isMissing ? (
              <Link to="/training/medical-form">
                <FormattedMessage id="learning.record.medical_fill" />
              </Link>
            ) : null)
          }
        />
      </ul>
    </RecordSection>
  );
}
