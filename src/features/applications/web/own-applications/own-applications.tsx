import './own-applications.css';
import { FormattedMessage, useIntl } from 'react-intl';
import { PageSection } from '#ui/layout/page.tsx';
import { Rows } from '#ui/lists/row.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { LoadFailure } from '#features/applications/web/load-failure.tsx';
import { ApplyRow } from './apply-row.tsx';
import { OwnApplicationRow } from './own-application-row.tsx';
import { useOwnApplications, useApplicationTypes } from '#features/applications/web/queries.ts';
import { canStartApplication } from './can-start-application.ts';
import { useDraftRemoval } from './use-draft-removal.ts';

/** The user's own applications and the levels they can apply for. */
export function OwnApplications() {
  const intl = useIntl();
  const own = useOwnApplications();
  const types = useApplicationTypes();
  const { leavingId, remove } = useDraftRemoval();
  const failed = [own, types].find(({ data, isError }) => data === undefined && isError);
  const rows = own.data?.filter(({ id }) => id !== leavingId);
  return (
    <PageSection title={<FormattedMessage id="applications.own.title" />}>
      {failed ? (
        <LoadFailure query={failed} level={3} />
      ) : rows === undefined || types.data === undefined ? (
        <SkeletonGroup label={intl.formatMessage({ id: 'applications.own.loading' })}>
          <Skeleton height={88} />
        </SkeletonGroup>
      ) : (
        <Rows>
          {rows.map((row) => (
            <OwnApplicationRow key={row.id} row={row} onRemove={() => void remove(row)} />
          ))}
          {types.data
            .filter((type) => canStartApplication(type, rows))
            .map((type) => (
              <ApplyRow key={type.id} type={type} />
            ))}
        </Rows>
      )}
    </PageSection>
  );
}
