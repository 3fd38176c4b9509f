import { clsx } from 'clsx';
import { FormattedMessage, useIntl } from 'react-intl';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { BuoyDrawing } from '#ui/drawings/buoy-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import type { ApplicationRow } from '#features/applications/shared/application.ts';
import type { DeskQueue } from '#features/applications/shared/contract.ts';
import type { QueueQuery } from './queries.ts';
import { ApplicationTable } from './application-table.tsx';
import { deskScroll } from '#features/association/web/desk-layout.tsx';
import { MoreRows } from '#features/association/web/more-rows.tsx';

interface ApplicationListProps {
  queue: DeskQueue;
  search: string;
  query: QueueQuery;
  rows: readonly ApplicationRow[];
  /** Undefined when an application opens as a page of its own. */
  selected: number | null | undefined;
  onSelect: (id: number) => void;
  onOpen: (id: number) => void;
}

export function ApplicationList({ queue, search, query, rows, selected, onSelect, onOpen }: ApplicationListProps) {
  const intl = useIntl();
  const which = search === '' ? queue : 'search';
  return (
    <div className={clsx(deskScroll, 'lg:scroll-pt-10')} aria-busy={query.isPlaceholderData || undefined}>
      <QueryView
        query={query}
        skeleton={
          <SkeletonGroup
            label={intl.formatMessage({ id: 'association.applications.loading' })}
            className="grid gap-4 p-4"
          >
            <SkeletonRows count={12} height={26} />
          </SkeletonGroup>
        }
        isEmpty={() => rows.length === 0 && !query.hasNextPage}
        empty={
          <EmptyState
            drawing={<BuoyDrawing />}
            title={
              <FormattedMessage
                id={`association.applications.none.${which}`}
                values={{ search: <bdi>{search}</bdi> }}
              />
            }
            text={<FormattedMessage id={`association.applications.none_text.${which}`} />}
          />
        }
      >
        {() => (
          <>
            <ApplicationTable
              queue={queue}
              rows={rows}
              now={new Date(query.dataUpdatedAt)}
              selected={selected}
              onSelect={onSelect}
              onOpen={onOpen}
            />
            {query.hasNextPage && (
              <MoreRows isBusy={query.isFetchingNextPage} onMore={() => void query.fetchNextPage()} />
            )}
          </>
        )}
      </QueryView>
    </div>
  );
}
