import { FormattedMessage, useIntl } from 'react-intl';
import { moneyText } from '../../../platform/web/money.ts';
import { Callout } from '../../../ui/callout.tsx';
import type { Change } from './checkout-changes.ts';

/** The basket is not the one that somebody began to pay for: what is different, before anything is paid. */
export function ChangeNote({ changes, currency }: { changes: readonly Change[]; currency: string }) {
  return (
    <div role="alert" className="[&:not(:empty)]:mb-5">
      {changes.length > 0 && (
        <Callout kind="wait">
          <b>
            <FormattedMessage id="shop.checkout.changed" />
          </b>
          <ul className="mt-1">
            {changes.map((change) => (
              <li key={JSON.stringify(change)}>
                <ChangeText change={change} currency={currency} />
              </li>
            ))}
          </ul>
        </Callout>
      )}
    </div>
  );
}

function ChangeText({ change, currency }: { change: Change; currency: string }) {
  const intl = useIntl();
  const money = (minor: number) => <span className="num">{moneyText(intl, { minor, currency })}</span>;
  const id = `shop.checkout.change_${change.kind}`;
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
