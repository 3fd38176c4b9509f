import './credit.css';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { PageColumns, PageHead } from '#ui/layout/page.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { BuyCodes } from './buy-codes.tsx';
import { CreditLedger } from './credit-ledger.tsx';
import { useCredit } from './queries.ts';
import { LoadFailure } from '#features/shop/web/load-failure.tsx';

/** A store's credit, a form to buy codes, and the transactions. The list of codes comes from the learning feature. */
export function CreditScreen({ codes }: { codes: ReactNode }) {
  const intl = useIntl();
  const { data: credit, error, isFetching, refetch } = useCredit();
  return (
    <>
      <PageHead title={<FormattedMessage id="shop.credit.title" />} />
      <PageColumns className="mt-6">
        <div>
          {credit !== undefined ? (
            <BuyCodes available={credit.available} />
          ) : error !== null ? (
            <LoadFailure isBusy={isFetching} onRefresh={() => void refetch()} />
          ) : (
            <SkeletonGroup label={intl.formatMessage({ id: 'shop.credit.loading' })}>
              <Skeleton height={360} />
            </SkeletonGroup>
          )}
          {codes}
        </div>
        <aside>{credit && <CreditLedger credit={credit} />}</aside>
      </PageColumns>
    </>
  );
}
