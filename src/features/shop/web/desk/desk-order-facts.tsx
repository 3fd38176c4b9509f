import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { FormattedDateTime } from '#platform/web/i18n/formatted-day.tsx';
import type { MessageId } from '#platform/shared/message-id.ts';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { PageSection } from '#ui/layout/page.tsx';
import type { Order } from '#features/shop/shared/order-contract.ts';
import type { DeskOrder } from './queries.ts';

export function DeskOrderFacts({ order }: { order: DeskOrder }) {
  const { buyer, affiliateId, email, address } = order;
  return (
    <aside>
      <PageSection title={<FormattedMessage id="shop.desk.buyer" />}>
        <dl className="card p-5 lg:p-6 grid text-sm gap-3">
          <Fact name="name">
            <bdi>{buyer}</bdi>
          </Fact>
          <Fact name="number">
            <bdi className="num">{affiliateId}</bdi>
          </Fact>
          {email !== null && (
            <Fact name="email">
              <a href={`mailto:${email}`}>
                <bdi>{email}</bdi>
              </a>
            </Fact>
          )}
          {address && (
            <Fact name="address">
              <AddressText address={address} />
            </Fact>
          )}
        </dl>
      </PageSection>
      <PageSection title={<FormattedMessage id="shop.desk.payment" />}>
        <Payment order={order} />
      </PageSection>
    </aside>
  );
}

function Payment({ order }: { order: DeskOrder }) {
  const intl = useIntl();
  const { method, paymentHint, paidDate, expiresDate, state, codes, currency, country } = order;
  return (
    <dl className="card p-5 lg:p-6 grid text-sm gap-3">
      <Fact name="method">
        <FormattedMessage
          id={`shop.desk.method.${method}${method === 'card' && paymentHint !== null ? '_known' : ''}` as MessageId}
          values={{ hint: <bdi className="num">{paymentHint}</bdi> }}
        />
      </Fact>
      {paidDate !== null && (
        <Fact name="paid">
          <FormattedDateTime value={paidDate} />
        </Fact>
      )}
      {state === 'open' && (
        <Fact name="expires">
          <FormattedDateTime value={expiresDate} />
        </Fact>
      )}
      {country !== '' && <Fact name="country">{intl.formatDisplayName(country, { type: 'region' }) ?? country}</Fact>}
      {codes.map(({ code, savedMinor }) => (
        <Fact key={code} name="code">
          <bdi className="num">{code}</bdi> · {formatMoney(intl, { minor: -savedMinor, currency })}
        </Fact>
      ))}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-ink-3">
        <FormattedMessage id={`shop.desk.fact.${name}` as MessageId} />
      </dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

function AddressText({ address }: { address: NonNullable<Order['address']> }) {
  const intl = useIntl();
  const { name, line1, line2, city, state, postalCode, country } = address;
  const rows = [
    name,
    line1,
    line2,
    [postalCode, city, state].filter(Boolean).join(' '),
    intl.formatDisplayName(country, { type: 'region' }) ?? country,
  ];
  return (
    <>
      {rows.filter(Boolean).map((row) => (
        <bdi key={row} className="block">
          {row}
        </bdi>
      ))}
    </>
  );
}
