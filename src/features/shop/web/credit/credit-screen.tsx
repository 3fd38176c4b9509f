import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { LoadMoreButton } from '#platform/web/client/load-more-button.tsx';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { PageColumns, PageHead } from '#ui/layout/page.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { BuyCodes } from './buy-codes.tsx';
import { CreditLedger } from './credit-ledger.tsx';
import { useCreditPages } from './queries.ts';

/** A store's credit, a form to buy codes, and the transactions. The list of codes comes from the learning feature. */
export function CreditScreen({ codes }: { codes: ReactNode }) {
  const intl = useIntl();
  const query = useCreditPages();
  return (
    <>
      <PageHead title={<FormattedMessage id="shop.credit.title" />} />
      <PageColumns className="mt-6">
        <div>
          <QueryView
            query={query}
            skeleton={
              <SkeletonGroup label={intl.formatMessage({ id: 'shop.credit.loading' })}>
                <Skeleton height={360} />
              </SkeletonGroup>
            }
          >
            {({ pages: [first] }) => first && <BuyCodes available={first.available} />}
          </QueryView>
          {codes}
        </div>
        <aside>
          {query.data && <CreditLedger pages={query.data.pages} />}
          <LoadMoreButton query={query} label="shop.orders.more" />
        </aside>
      </PageColumns>
    </>
  );
}
