import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useErrorState } from '#platform/web/client/use-error-state.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';

/** The fields of a query that sections use. */
export interface QueryState<Data> {
  data: Data | undefined;
  isError: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

/** Offline queries are paused, not failed. */
export function hasFailed({ data, isError }: QueryState<unknown>): boolean {
  return data === undefined && isError;
}

export function LoadError({ query, level = 2 }: { query: QueryState<unknown>; level?: 2 | 3 }) {
  const errorState = useErrorState();
  return (
    <ErrorState isCard level={level} {...errorState} isBusy={query.isFetching} onRefresh={() => void query.refetch()} />
  );
}

export function RowsSkeleton({ rows = 2, height = 72 }: { rows?: number; height?: number }) {
  const intl = useIntl();
  return (
    <SkeletonGroup label={intl.formatMessage({ id: 'learning.loading' })} className="grid gap-3">
      <SkeletonRows count={rows} height={height} />
    </SkeletonGroup>
  );
}

interface QuerySectionProps<Data> {
  /** Message id. */
  title: string;
  end?: ReactNode;
  query: QueryState<Data>;
  skeleton?: ReactNode;
  /** Empty sections are not rendered. */
  isEmpty?: (data: Data) => boolean;
  children: (data: Data) => ReactNode;
}

/** A page section with its own loading and error state, so that an error does not affect other sections. */
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
