import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import type { QueryState } from '#platform/web/client/query-state.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';

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
  title: MessageId;
  end?: ReactNode;
  query: QueryState<Data>;
  skeleton?: ReactNode;
  /** Empty sections are not rendered. */
  isEmpty?: (data: Data) => boolean;
  children: (data: Data) => ReactNode;
}

/** A page section with its own loading and error state, so an error does not affect other sections. */
export function QuerySection<Data>({ title, end, query, skeleton, isEmpty, children }: QuerySectionProps<Data>) {
  const { data } = query;
  if (data !== undefined && isEmpty?.(data)) return null;
  return (
    <PageSection title={<FormattedMessage id={title} />} end={data !== undefined && end}>
      <QueryView query={query} skeleton={skeleton ?? <RowsSkeleton />} isCard level={3}>
        {children}
      </QueryView>
    </PageSection>
  );
}
