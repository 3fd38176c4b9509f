import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { PageSection } from '#ui/layout/page.tsx';
import { Rows, rowText } from '#ui/lists/row.tsx';
import type { Credit } from './queries.ts';
import { orderPath } from '#features/shop/web/orders/queries.ts';
import { clsx } from 'clsx';
import { FormattedDay } from '#platform/web/i18n/formatted-day.tsx';

/** The credit's transactions, newest first. */
export function CreditLedger({ pages }: { pages: readonly Credit[] }) {
  const entries = pages.flatMap((page) =>
    page.entries.map((entry) => ({ ...entry, currency: page.available.currency })),
  );
  return (
    <PageSection title={<FormattedMessage id="shop.credit.entries" />}>
      {entries.length === 0 ? (
        <p className="text-sm text-ink-2">
          <FormattedMessage id="shop.credit.no_entries" />
        </p>
      ) : (
        <Rows>
          {entries.map((entry) => (
            <LedgerEntryRow
              key={`${entry.at} ${entry.kind} ${entry.orderId}`}
              entry={entry}
              currency={entry.currency}
            />
          ))}
        </Rows>
      )}
    </PageSection>
  );
}

function LedgerEntryRow({ entry, currency }: { entry: Credit['entries'][number]; currency: string }) {
  const intl = useIntl();
  const { at, kind, amountMinor: minor, orderId, number } = entry;
  const label = (
    <FormattedMessage id={`shop.credit.entry.${kind}`} values={{ number: <bdi className="num">{number}</bdi> }} />
  );
  return (
    <li className="flex min-w-0 items-center gap-4 py-3">
      <span className={clsx(rowText, 'flex-1')}>
        <b>{orderId === null ? label : <Link to={orderPath(orderId)}>{label}</Link>}</b>
        <span>
          <FormattedDay value={at} />
        </span>
      </span>
      <span className="num">
        {minor > 0 && '+'}
        {formatMoney(intl, { minor, currency })}
      </span>
    </li>
  );
}
