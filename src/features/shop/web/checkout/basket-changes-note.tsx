import { FormattedMessage, useIntl } from 'react-intl';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { useScrollIntoView } from '#ui/feedback/use-scroll-into-view.ts';
import type { BasketChange } from './basket-changes.ts';

/** Shows how the basket differs from the one the buyer started to pay for. */
export function BasketChangesNote({ changes, currency }: { changes: readonly BasketChange[]; currency: string }) {
  const ref = useScrollIntoView<HTMLDivElement>(changes.length > 0 && JSON.stringify(changes));
  return (
    <div ref={ref} role="alert" className="[&:not(:empty)]:mb-5">
      {changes.length > 0 && (
        <Callout kind="wait">
          <b>
            <FormattedMessage id="shop.checkout.changed" />
          </b>
          <ul className="mt-1">
            {changes.map((change) => (
              <li key={JSON.stringify(change)}>
                <BasketChangeText change={change} currency={currency} />
              </li>
            ))}
          </ul>
        </Callout>
      )}
    </div>
  );
}

function BasketChangeText({ change, currency }: { change: BasketChange; currency: string }) {
  const intl = useIntl();
  const money = (minor: number) => <span className="num">{formatMoney(intl, { minor, currency })}</span>;
  const id = `shop.checkout.change_${change.kind}` as const;
  if ('code' in change) return <FormattedMessage id={id} values={{ code: <bdi>{change.code}</bdi> }} />;
  const name = 'name' in change && <bdi>{change.name}</bdi>;
  if (!('from' in change)) return <FormattedMessage id={id} values={{ name }} />;
  const { from, to } = change;
  const isMoney = change.kind === 'price' || change.kind === 'total';
  return (
    <FormattedMessage
      id={id}
      values={{ name, from: isMoney ? money(Number(from)) : from, to: isMoney ? money(Number(to)) : to }}
    />
  );
}
