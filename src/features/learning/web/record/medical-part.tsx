import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import type { ERecord } from '../../shared/record-contract.ts';
import { RecordLine, RecordPart } from './record-part.tsx';
import { dayText } from './record-words.ts';

export function MedicalPart({ record: { medical }, isOwn }: { record: ERecord; isOwn: boolean }) {
  const intl = useIntl();
  return (
    <RecordPart title={<FormattedMessage id="learning.record.medical" />}>
      <ul>
        <RecordLine
          isDone={medical !== null}
          title={medical ? medical.status : <FormattedMessage id="learning.record.medical_missing" />}
          end={
            medical ? (
              <span className="num">{dayText(intl, medical.date)}</span>
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
    </RecordPart>
  );
}
