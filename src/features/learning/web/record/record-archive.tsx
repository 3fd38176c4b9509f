import { useQuery } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { PageSection } from '../../../../ui/page.tsx';
import { records } from '../client.ts';
import { currentCulture, learningKey } from '../queries.ts';
import { RecordSheet } from './record-sheet.tsx';
import { dayText } from './record-words.ts';

/** Records that were closed when the course was begun again; nothing where there are none. */
export function RecordArchive({ packageId, affiliateId }: { packageId: string; affiliateId?: number }) {
  const intl = useIntl();
  const culture = currentCulture();
  const { data = [] } = useQuery({
    queryKey: [...learningKey, 'archive', packageId, affiliateId],
    queryFn: () =>
      records('GET courses/{id}/eRecord/archive', { params: { id: packageId }, query: { culture, affiliateId } }),
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
              values={{ begun: dayText(intl, enrollmentDate), closed: dayText(intl, archivedDate) }}
            />
          }
        >
          <RecordSheet record={record} />
        </Disclosure>
      ))}
    </PageSection>
  );
}
