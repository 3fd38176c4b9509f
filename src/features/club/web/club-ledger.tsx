import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { moneyText } from '../../../platform/web/money.ts';
import { PageSection } from '../../../ui/page.tsx';
import type { ClubPage } from '../shared/contract.ts';

/** What the year that runs has given against what it cost. */
export function ClubLedger({ page, period }: { page: ClubPage; period: ClubPage['history'][number] }) {
  const intl = useIntl();
  const { discount, ecard } = page;
  const { price, saved } = period;
  // A trial that has given nothing yet has nothing to say here.
  if (price.minor === 0 && saved.minor === 0) return null;
  const { currency } = price;
  const ahead = saved.minor - price.minor;
  const money = (minor: number) => moneyText(intl, { minor, currency });
  return (
    <PageSection title={<FormattedMessage id="club.ledger.title" />}>
      <dl className="club-ledger">
        {discount && (
          <Line value={discount.saved && moneyText(intl, discount.saved)}>
            <FormattedMessage
              id={discount.usedFor === null ? 'club.ledger.code' : 'club.ledger.code_for'}
              values={{ course: <bdi>{discount.usedFor}</bdi> }}
            />
          </Line>
        )}
        {ecard && (
          <Line value={ecard.saved && moneyText(intl, ecard.saved)}>
            <FormattedMessage id="club.ledger.ecard" />
          </Line>
        )}
        <Line value={money(-price.minor)}>
          <FormattedMessage id="club.ledger.paid" />
        </Line>
        <div className="total">
          <dt>
            <FormattedMessage id={ahead >= 0 ? 'club.ledger.ahead' : 'club.ledger.to_go'} />
          </dt>
          <dd className={ahead >= 0 ? 'text-accent-text' : undefined}>{money(Math.abs(ahead))}</dd>
        </div>
      </dl>
    </PageSection>
  );
}

/** Without a value it waits to be used. */
function Line({ value, children }: { value: string | null; children: ReactNode }) {
  return (
    <div>
      <dt>{children}</dt>
      <dd className={value === null ? 'text-ink-3' : undefined}>
        {value ?? <FormattedMessage id="club.ledger.waiting" />}
      </dd>
    </div>
  );
}
