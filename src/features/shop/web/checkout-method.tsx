import { CreditCard } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { moneyText } from '../../../platform/web/money.ts';
import { Disc, Row, Rows } from '../../../ui/row.tsx';
import { PageSection } from '../../../ui/page.tsx';
import { PickList } from '../../../ui/pick-list.tsx';
import type { Checkout } from '../shared/contract.ts';

export type Method = Checkout['methods'][number];

interface CheckoutMethodProps {
  checkout: Checkout;
  method: Method;
  onPick: (method: Method) => void;
}

/** By card on the page of the payment service, or from a store's credit with what that leaves. */
export function CheckoutMethod({ checkout, method, onPick }: CheckoutMethodProps) {
  const intl = useIntl();
  const { methods, credit, basket } = checkout;
  if (method === 'free') return null;
  const title = <FormattedMessage id="shop.checkout.method" />;
  const money = (minor: number) => moneyText(intl, { minor, currency: credit?.currency ?? basket.currency });
  if (credit === null)
    return (
      <PageSection title={title}>
        <Rows>
          <Row
            start={
              <Disc>
                <CreditCard size={20} />
              </Disc>
            }
            title={<FormattedMessage id="shop.checkout.card" />}
            text={<FormattedMessage id="shop.checkout.card_text" />}
          />
        </Rows>
      </PageSection>
    );
  const isCovered = methods.includes('credit');
  return (
    <PageSection title={title}>
      <PickList<Method>
        label={title}
        picks={methods.map((value) => ({
          value,
          title: <FormattedMessage id={`shop.checkout.${value}`} />,
          text:
            value === 'credit' ? (
              <FormattedMessage
                id="shop.checkout.credit_text"
                values={{ credit: money(credit.minor), left: money(credit.minor - basket.totalMinor) }}
              />
            ) : (
              <FormattedMessage id="shop.checkout.card_text" />
            ),
        }))}
        value={method}
        onPick={onPick}
      />
      {!isCovered && (
        <p className="mt-3 text-sm text-ink-2">
          <FormattedMessage id="shop.checkout.credit_short" values={{ credit: money(credit.minor) }} />
        </p>
      )}
    </PageSection>
  );
}
