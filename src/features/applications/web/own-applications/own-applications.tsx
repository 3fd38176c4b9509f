import { FormattedMessage, useIntl } from 'react-intl';
import { combineQueries } from '#platform/web/client/query-state.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { Rows } from '#ui/lists/row.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { ApplyRow } from './apply-row.tsx';
import { OwnApplicationRow } from './own-application-row.tsx';
import { useOwnApplications, useApplicationTypes } from '#features/applications/web/queries.ts';
import { canStartApplication } from './can-start-application.ts';
import { useDraftRemoval } from './use-draft-removal.ts';

/** The user's own applications and the levels they can apply for. */
export function OwnApplications() {
  const intl = useIntl();
  const { leavingId, remove } = useDraftRemoval();
  const query = combineQueries(useOwnApplications(), useApplicationTypes(), (own, types) => {
    const rows = own.filter(({ id }) => id !== leavingId);
    return { rows, types: types.filter((type) => canStartApplication(type, rows)) };
  });
  // A minor has no application, and an instructor holds the last level.
  if (query.data !== undefined && query.data.rows.length + query.data.types.length === 0) return null;
  return (
    <PageSection title={<FormattedMessage id="applications.own.title" />}>
      <QueryView
        query={query}
        skeleton={
          <SkeletonGroup label={intl.formatMessage({ id: 'applications.own.loading' })}>
            <Skeleton height={88} />
          </SkeletonGroup>
        }
        isCard
        level={3}
      >
        {({ rows, types }) => (
          <Rows>
            {rows.map((row) => (
              <OwnApplicationRow key={row.id} row={row} onRemove={() => void remove(row)} />
            ))}
            {types.map((type) => (
              <ApplyRow key={type.id} type={type} />
            ))}
          </Rows>
        )}
      </QueryView>
    </PageSection>
  );
}
