import { useQuery } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { recordClient } from '#features/learning/web/client.ts';
import { currentCulture, learningKey } from '#features/learning/web/queries.ts';
import { RecordSheet } from './record-sheet.tsx';
import { formatDay } from '#platform/shared/format-day.ts';

/** Archived records of restarted courses; renders nothing if there are none. */
export function RecordArchive({ packageId, affiliateId }: { packageId: string; affiliateId?: number }) {
  const intl = useIntl();
  const culture = currentCulture();
  const { data = [] } = useQuery({
    queryKey: [...learningKey, 'archive', packageId, affiliateId],
    queryFn: () =>
      recordClient('GET courses/{id}/eRecord/archive', { params: { id: packageId }, query: { culture, affiliateId } }),
  });
  if (data.length === 0) return null;
  return (
    <PageSection title={<FormattedMessage id="learning.record.archive" />}>
      {data.map(({ id, enrollmentDate, archivedDate, record }) => (
        <Disclosure
          key={id}
          title={
            <FormattedMessage
              id="learning.record.archived"
              values={{
                begun: formatDay(intl, enrollmentDate, 'medium'),
                closed: formatDay(intl, archivedDate, 'medium'),
              }}
            />
          }
        >
          <RecordSheet record={record} />
        </Disclosure>
      ))}
    </PageSection>
  );
}
