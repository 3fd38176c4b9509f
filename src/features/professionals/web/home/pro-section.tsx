import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { useErrorState } from '#platform/web/client/use-error-state.ts';
import { Card } from '#ui/layout/card.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { RowContent } from '#ui/lists/row.tsx';
import { SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';

/** The part of a query that a section needs. */
export interface SectionQuery<Data> {
  data: Data | undefined;
  isError: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

interface ProSectionProps<Data> {
  /** A message id. */
  title: string;
  end?: ReactNode;
  query: SectionQuery<Data>;
  rows?: number;
  isEmpty: (data: Data) => boolean;
  /** The message id of an empty section. */
  empty: string;
  children: (data: Data) => ReactNode;
}

/** A section that loads on its own, so that an error does not affect the others. */
export function ProSection<Data>({ title, end, query, rows = 2, isEmpty, empty, children }: ProSectionProps<Data>) {
  const intl = useIntl();
  const errorState = useErrorState();
  const { data, isError, isFetching, refetch } = query;
  return (
    <PageSection title={<FormattedMessage id={title} />} end={data !== undefined && end}>
      {data !== undefined ? (
        isEmpty(data) ? (
          <Card>
            <p className="text-sm text-ink-2">
              <FormattedMessage id={empty} />
            </p>
          </Card>
        ) : (
          children(data)
        )
      ) : isError ? (
        <ErrorState isCard level={3} {...errorState} isBusy={isFetching} onRefresh={() => void refetch()} />
      ) : (
        <SkeletonGroup label={intl.formatMessage({ id: 'professionals.home.loading' })} className="grid gap-3">
          <SkeletonRows count={rows} height={72} />
        </SkeletonGroup>
      )}
    </PageSection>
  );
}

export function ProRow({ to, ...content }: { to: string; start?: ReactNode; title: ReactNode; text?: ReactNode }) {
  return (
    <li>
      <Link className="row" to={to}>
        <RowContent {...content} end={<ChevronRight size={20} className="flip" aria-hidden="true" />} />
      </Link>
    </li>
  );
}
