import { ChevronRight } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import type { QueryState } from '#platform/web/client/query-state.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { RowContent, rowClass } from '#ui/lists/row.tsx';
import { SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';

interface ProSectionProps<Data> {
  /** A message id. */
  title: MessageId;
  end?: ReactNode;
  query: QueryState<Data>;
  rows?: number;
  isEmpty: (data: Data) => boolean;
  /** The message id of an empty section. */
  empty?: MessageId;
  children: (data: Data) => ReactNode;
}

/** A section that loads on its own, so an error does not affect the others. */
export function ProSection<Data>({ title, end, query, rows = 2, isEmpty, empty, children }: ProSectionProps<Data>) {
  const intl = useIntl();
  return (
    <PageSection title={<FormattedMessage id={title} />} end={query.data !== undefined && end}>
      <QueryView
        query={query}
        skeleton={
          <SkeletonGroup label={intl.formatMessage({ id: 'professionals.home.loading' })} className="grid gap-3">
            <SkeletonRows count={rows} height={72} />
          </SkeletonGroup>
        }
        isCard
        level={3}
        isEmpty={isEmpty}
        empty={
          <Card>
            <p className="text-sm text-ink-2">{empty && <FormattedMessage id={empty} />}</p>
          </Card>
        }
      >
        {children}
      </QueryView>
    </PageSection>
  );
}

export function ProRow({ to, ...content }: { to: string; start?: ReactNode; title: ReactNode; text?: ReactNode }) {
  return (
    <li>
      <Link className={rowClass} to={to}>
        <RowContent {...content} end={<ChevronRight size={20} className="flip" aria-hidden="true" />} />
      </Link>
    </li>
  );
}
