import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { PageSection } from '#ui/layout/page.tsx';
import type { ClubPage } from '#features/club/shared/contract.ts';

/** The current year's savings compared with its price. */
export function ClubSavings({ page, period }: { page: ClubPage; period: ClubPage['history'][number] }) {
  const intl = useIntl();
  const { discount, ecard } = page;
  const { price, saved } = period;
  // A trial without savings has nothing to show.
  if (price.minor === 0 && saved.minor === 0) return null;
  const { currency } = price;
  const ahead = saved.minor - price.minor;
  const money = (minor: number) => formatMoney(intl, { minor, currency });
  return (
    <PageSection title={<FormattedMessage id="club.ledger.title" />}>
      <dl>
        {discount && (
          <SavingsRow value={discount.saved && formatMoney(intl, discount.saved)}>
            <FormattedMessage
              id={discount.usedFor === null ? 'club.ledger.code' : 'club.ledger.code_for'}
              values={{ course: <bdi>{discount.usedFor}</bdi> }}
            />
          </SavingsRow>
        )}
        {ecard && (
          <SavingsRow value={ecard.saved && formatMoney(intl, ecard.saved)}>
            <FormattedMessage id="club.ledger.ecard" />
          </SavingsRow>
        )}
        <SavingsRow value={money(-price.minor)}>
          <FormattedMessage id="club.ledger.paid" />
        </SavingsRow>
        <div className="flex text-md justify-between gap-4 py-2.75 border-0 font-title">
          <dt>
            <FormattedMessage id={ahead >= 0 ? 'club.ledger.ahead' : 'club.ledger.to_go'} />
          </dt>
          <dd className={clsx('text-end num', ahead >= 0 ? 'text-accent-text' : undefined)}>
            {money(Math.abs(ahead))}
          </dd>
        </div>
      </dl>
    </PageSection>
  );
}

/** Null means the benefit is not used yet. */
function SavingsRow({ value, children }: { value: string | null; children: ReactNode }) {
  return (
    <div className="flex text-sm justify-between gap-4 py-2.75 border-b border-line">
      <dt>{children}</dt>
      <dd className={clsx('text-end num', value === null ? 'text-ink-3' : undefined)}>
        {value ?? <FormattedMessage id="club.ledger.waiting" />}
      </dd>
    </div>
  );
}
