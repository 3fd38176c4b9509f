import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useErrorState } from '#platform/web/client/use-error-state.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';

/** What a part needs of a query. */
export interface QueryState<Data> {
  data: Data | undefined;
  isError: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

/** What could not be asked for: without a network it has not even been tried. */
export function hasFailed({ data, isError }: QueryState<unknown>): boolean {
  return data === undefined && isError;
}

export function LoadError({ query, level = 2 }: { query: QueryState<unknown>; level?: 2 | 3 }) {
  const words = useErrorState();
  return (
    <ErrorState isCard level={level} {...words} isBusy={query.isFetching} onRefresh={() => void query.refetch()} />
  );
}

/** As many rows as will probably come. */
export function RowsSkeleton({ rows = 2, height = 72 }: { rows?: number; height?: number }) {
  const intl = useIntl();
  return (
    <SkeletonGroup label={intl.formatMessage({ id: 'learning.loading' })} className="grid gap-3">
      <SkeletonRows count={rows} height={height} />
    </SkeletonGroup>
  );
}

interface QuerySectionProps<Data> {
  /** The message that names it. */
  title: string;
  end?: ReactNode;
  query: QueryState<Data>;
  skeleton?: ReactNode;
  /** What is not there has no heading either. */
  isEmpty?: (data: Data) => boolean;
  children: (data: Data) => ReactNode;
}

/** A part of a page that loads by itself: what goes wrong in it leaves the others alone. */
export function QuerySection<Data>({ title, end, query, skeleton, isEmpty, children }: QuerySectionProps<Data>) {
  const { data } = query;
  if (data !== undefined && isEmpty?.(data)) return null;
  return (
    <PageSection title={<FormattedMessage id={title} />} end={data !== undefined && end}>
      {data !== undefined ? (
        children(data)
      ) : hasFailed(query) ? (
        <LoadError query={query} level={3} />
      ) : (
        (skeleton ?? <RowsSkeleton />)
      )}
    </PageSection>
  );
}
