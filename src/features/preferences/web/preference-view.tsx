import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { QueryState } from '#platform/web/client/query-state.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';

interface PreferenceViewProps<Data> {
  query: QueryState<Data>;
  /** The heading level of the load failure. */
  level?: 1 | 2;
  children: (data: Data) => ReactNode;
}

export function PreferenceView<Data>({ query, level = 2, children }: PreferenceViewProps<Data>) {
  const intl = useIntl();
  return (
    <QueryView
      query={query}
      skeleton={
        <SkeletonGroup label={intl.formatMessage({ id: 'preferences.loading' })} className="grid gap-4">
          <Skeleton height={30} width={160} />
          <Skeleton height={290} />
          <Skeleton height={56} />
          <Skeleton height={48} width={120} />
        </SkeletonGroup>
      }
      isCard
      level={level}
      renderFrame={(state) => <div className="mt-6">{state}</div>}
    >
      {children}
    </QueryView>
  );
}
