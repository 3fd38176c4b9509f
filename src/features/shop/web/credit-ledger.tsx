import { FormattedDate, FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { moneyText } from '../../../platform/web/money.ts';
import { PageSection } from '../../../ui/page.tsx';
import { Rows } from '../../../ui/row.tsx';
import type { Credit } from './credit-queries.ts';
import { orderPath } from './order-queries.ts';

/** What became of the rest, newest first. */
export function CreditLedger({ credit: { entries, available } }: { credit: Credit }) {
  return (
    <PageSection title={<FormattedMessage id="shop.credit.entries" />}>
      {entries.length === 0 ? (
        <p className="text-sm text-ink-2">
          <FormattedMessage id="shop.credit.no_entries" />
        </p>
      ) : (
        <Rows>
          {entries.map((entry) => (
            <Entry key={`${entry.at} ${entry.kind} ${entry.orderId}`} entry={entry} currency={available.currency} />
          ))}
        </Rows>
      )}
    </PageSection>
  );
}

function Entry({ entry, currency }: { entry: Credit['entries'][number]; currency: string }) {
  const intl = useIntl();
  const { at, kind, amountMinor: minor, orderId, number } = entry;
  const words = (
    <FormattedMessage id={`shop.credit.entry.${kind}`} values={{ number: <bdi className="num">{number}</bdi> }} />
  );
  return (
    <li className="row credit-entry">
      <span className="grow">
        <b>{orderId === null ? words : <Link to={orderPath(orderId)}>{words}</Link>}</b>
        <span>
          <FormattedDate value={at} dateStyle="medium" />
        </span>
      </span>
      <span className="num">
        {minor > 0 && '+'}
        {moneyText(intl, { minor, currency })}
      </span>
    </li>
  );
}
