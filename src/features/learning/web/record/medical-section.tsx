import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import type { ERecord } from '#features/learning/shared/record-contract.ts';
import { RecordRow, RecordSection } from './record-section.tsx';
import { formatDay } from '#platform/shared/format-day.ts';

export function MedicalSection({ record: { medical }, isOwn }: { record: ERecord; isOwn: boolean }) {
  const intl = useIntl();
  return (
    <RecordSection title={<FormattedMessage id="learning.record.medical" />}>
      <ul>
        <RecordRow
          isDone={medical !== null}
          title={medical ? medical.status : <FormattedMessage id="learning.record.medical_missing" />}
          end={
            medical ? (
              <span className="num">{formatDay(intl, medical.date, 'medium')}</span>
            ) : (
              isOwn && (
                <Link to="/training/medical-form">
                  <FormattedMessage id="learning.record.medical_fill" />
                </Link>
              )
            )
          }
        />
      </ul>
    </RecordSection>
  );
}
