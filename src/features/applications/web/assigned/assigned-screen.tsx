import { FormattedMessage, useIntl } from 'react-intl';
import { LoadMoreButton } from '#platform/web/client/load-more-button.tsx';
import { useSearchParams } from 'react-router';
import { BackLink } from '#ui/layout/back-link.tsx';
import { currentToken } from '#platform/web/session/session.ts';
import { mapQuery } from '#platform/web/client/query-state.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { SlateDrawing } from '#ui/drawings/slate-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { formatTotal } from '#features/applications/shared/format-total.ts';
import { AssignedBar } from './assigned-bar.tsx';
import { AssignedRow } from './assigned-row.tsx';
import { assignedFilters, useAssigned, type AssignedFilter } from './assigned-queries.ts';

/** The applications naming an instructor or a store. */
export function AssignedScreen() {
  const intl = useIntl();
  const [params] = useSearchParams();
  const isStore = currentToken()?.role === 'store';
  const usual = isStore ? 'all' : 'to_review';
  const search = params.get('search') ?? '';
  const show = assignedFilters.find((filter) => filter === params.get('show')) ?? usual;
  const query = useAssigned(search, show);
  const { data, isPlaceholderData } = query;
  const total = data?.pages.at(-1)?.total;
  const isQueue = !isStore && show === 'to_review' && search === '' && total !== undefined && !isPlaceholderData;
  return (
    <>
      <PageHead
        back={
          <BackLink to="/pro">
            <FormattedMessage id="shell.nav.pro" />
          </BackLink>
        }
        title={
          isQueue ? (
            formatTotal(intl, 'applications.assigned.waiting', total)
          ) : (
            <FormattedMessage id="applications.assigned.title" />
          )
        }
        text={<FormattedMessage id={`applications.assigned.${isStore ? 'store_text' : 'text'}`} />}
      />
      <AssignedBar search={search} show={show} usual={usual} total={total} />
      <QueryView
        query={mapQuery(query, ({ pages }) => pages.flatMap(({ items }) => items))}
        skeleton={<RowsSkeleton />}
        isCard
        isEmpty={(rows) => rows.length === 0}
        empty={<NoApplications search={search} show={show} />}
      >
        {(rows) => (
          <>
            <ul className="card overflow-clip" aria-busy={isPlaceholderData || undefined}>
              {rows.map((row) => (
                <AssignedRow key={row.id} row={row} isStore={isStore} now={new Date(query.dataUpdatedAt)} />
              ))}
            </ul>
            <LoadMoreButton query={query} label="applications.assigned.more" />
          </>
        )}
      </QueryView>
    </>
  );
}

function NoApplications({ search, show }: { search: string; show: AssignedFilter }) {
  const which = search === '' ? show : 'search';
  return (
    <EmptyState
      isCard
      drawing={<SlateDrawing />}
      title={<FormattedMessage id={`applications.assigned.none.${which}`} values={{ search: <bdi>{search}</bdi> }} />}
      text={<FormattedMessage id={`applications.assigned.none.${which}_text`} />}
    />
  );
}

function RowsSkeleton() {
  const intl = useIntl();
  return (
    <SkeletonGroup label={intl.formatMessage({ id: 'applications.assigned.loading' })} className="card grid gap-3 p-4">
      <SkeletonRows count={6} height={56} />
    </SkeletonGroup>
  );
}
