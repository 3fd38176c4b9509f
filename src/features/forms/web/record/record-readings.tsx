import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { LinkButton } from '#ui/buttons/button.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { Row, Rows } from '#ui/lists/row.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import type { Reading } from '#features/forms/shared/contract.ts';
import { formatDateTime } from '#platform/shared/format-day.ts';
import { useReadings } from './record-queries.ts';

const initialCount = 3;

/** The readings of a form, without the reader's own. */
export function RecordReadings({ recordId }: { recordId: string }) {
  const intl = useIntl();
  return (
    <PageSection title={<FormattedMessage id="forms.record.readings" />}>
      <QueryView
        query={useReadings(recordId, true)}
        skeleton={
          <SkeletonGroup label={intl.formatMessage({ id: 'forms.record.loading' })}>
            <Skeleton height={72} />
          </SkeletonGroup>
        }
        isCard
        level={3}
      >
        {(readings) => <ReadingList readings={readings.filter(({ isYou }) => !isYou)} />}
      </QueryView>
    </PageSection>
  );
}

function ReadingList({ readings }: { readings: readonly Reading[] }) {
  const [isExpanded, setIsExpanded] = useState(false);
  if (readings.length === 0)
    return (
      <p className="text-sm text-ink-2">
        <FormattedMessage id="forms.record.nobody" />
      </p>
    );
  return (
    <>
      <Rows>
        {(isExpanded ? readings : readings.slice(0, initialCount)).map((reading) => (
          <ReadingRow key={reading.id} reading={reading} />
        ))}
      </Rows>
      {!isExpanded && readings.length > initialCount && (
        <LinkButton className="mt-3" onClick={() => setIsExpanded(true)}>
          <FormattedMessage id="forms.record.all_readings" values={{ count: readings.length }} />
        </LinkButton>
      )}
    </>
  );
}

function ReadingRow({ reading: { name, relation, what, readDate } }: { reading: Reading }) {
  const intl = useIntl();
  return (
    <Row
      title={name === null ? <FormattedMessage id="forms.record.by_link" /> : <bdi>{name}</bdi>}
      text={
        <>
          <span className="block">
            <FormattedMessage
              id="forms.record.reading"
              values={{
                relation: intl.formatMessage({ id: `forms.record.relation.${relation}` }),
                what: intl.formatMessage({ id: `forms.record.what.${what}` }),
              }}
            />
          </span>
          <time className="num" dateTime={readDate}>
            {formatDateTime(intl, readDate)}
          </time>
        </>
      }
    />
  );
}
