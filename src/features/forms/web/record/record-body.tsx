import { Eye } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { Callout } from '#ui/feedback/callout.tsx';
import { PageColumns, PageHead, PageSection } from '#ui/layout/page.tsx';
import { canActForDiver, type ReaderRelation } from '#features/forms/shared/policy.ts';
import type { FormRecord } from '#features/forms/shared/contract.ts';
import { formatDay } from '#platform/shared/format-day.ts';
import { recordPath } from '#features/forms/web/queries.ts';
import { RecordReadings } from './record-readings.tsx';
import { RecordAnswers } from './record-answers.tsx';
import { RecordFacts } from './record-facts.tsx';
import { RecordFiles } from './record-files.tsx';
import { RecordPhysician } from './record-physician.tsx';
import { type OpenedRecord, useRecordUpdates, useReader } from './record-queries.ts';
import { RecordSigners } from './record-signers.tsx';
import { RecordStatus } from './record-status.tsx';

export function RecordBody({ record: opened, back }: { record: OpenedRecord; back: ReactNode }) {
  const reader = useReader(opened.affiliateId);
  const record = useRecordUpdates(opened, reader);
  const { formData } = opened;
  const isOwn = canActForDiver(reader);
  return (
    <>
      <RecordHeader record={record} reader={reader} back={back} />
      <RecordNotes record={record} reader={reader} />
      {formData === null ? (
        <div className="max-w-120 mt-6">
          <RecordFacts record={record} canReplace={isOwn} />
        </div>
      ) : (
        // The next steps, the facts, then the answers; on a wide page the facts are beside both.
        <PageColumns className="mt-6 xl:grid-rows-[auto_1fr]">
          <div className="empty:hidden">
            {reader !== undefined && <RecordPhysician record={record} formData={formData} reader={reader} />}
          </div>
          <aside className="xl:col-2 xl:row-[1/span_2]">
            <RecordFacts record={record} canReplace={isOwn} />
            {formData.blobs.some(({ kind }) => kind !== 'document') && (
              <PageSection title={<FormattedMessage id="forms.record.files" />}>
                <RecordFiles record={record} blobs={formData.blobs} />
              </PageSection>
            )}
            {isOwn && <RecordReadings recordId={record.id} />}
          </aside>
          <div>
            {formData.forms.length > 0 && (
              <>
                <PageSection title={<FormattedMessage id="forms.record.answers" />}>
                  <RecordAnswers forms={formData.forms} answers={formData.answers} />
                </PageSection>
                <PageSection title={<FormattedMessage id="forms.record.signatures" />}>
                  <RecordSigners signers={formData.signers} />
                </PageSection>
              </>
            )}
          </div>
        </PageColumns>
      )}
    </>
  );
}

interface RecordPartProps {
  record: FormRecord;
  reader: ReaderRelation | undefined;
}

function RecordHeader({ record, reader, back }: RecordPartProps & { back: ReactNode }) {
  const intl = useIntl();
  const { name, diverName, createdDate } = record;
  return (
    <PageHead
      back={back}
      title={<bdi>{name}</bdi>}
      text={
        <FormattedMessage
          id={reader === 'self' ? 'forms.record.signed_on' : 'forms.record.signed_for'}
          values={{ date: formatDay(intl, createdDate, 'medium'), name: <bdi>{diverName}</bdi> }}
        />
      }
      end={<RecordStatus record={record} />}
    />
  );
}

/** Notes about readings, removal, replacement and expiry. */
function RecordNotes({ record, reader }: RecordPartProps) {
  const { isRemoved, isValid, replacedBy, diverName } = record;
  return (
    <div className="grid gap-3 mt-5 empty:hidden">
      {reader !== undefined && !canActForDiver(reader) && !isRemoved && (
        <Callout icon={<Eye size={20} aria-hidden="true" />}>
          <FormattedMessage id="forms.record.written_down" values={{ name: <bdi>{diverName}</bdi> }} />
        </Callout>
      )}
      {isRemoved ? (
        <Callout>
          <FormattedMessage id="forms.record.removed_text" />
        </Callout>
      ) : replacedBy !== null ? (
        <Callout>
          <FormattedMessage id="forms.record.replaced" />{' '}
          <Link to={recordPath(replacedBy)}>
            <FormattedMessage id="forms.record.newer" />
          </Link>
        </Callout>
      ) : (
        !isValid && (
          <Callout kind="wait">
            <FormattedMessage id={canActForDiver(reader) ? 'forms.record.expired' : 'forms.record.expired_other'} />
          </Callout>
        )
      )}
    </div>
  );
}
