import { CreditCard } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { Disc, Row, Rows } from '#ui/lists/row.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { RadioCards } from '#ui/fields/radio-cards.tsx';
import type { Checkout } from '#features/shop/shared/contract.ts';

export type PaymentMethod = Checkout['methods'][number];

interface PaymentMethodPickerProps {
  checkout: Checkout;
  method: PaymentMethod;
  onPick: (method: PaymentMethod) => void;
}

/** Card payment on the payment service's page, or store credit with the remaining balance. */
export function PaymentMethodPicker({ checkout, method, onPick }: PaymentMethodPickerProps) {
  const intl = useIntl();
  const { methods, credit, basket } = checkout;
  if (method === 'free') return null;
  const title = <FormattedMessage id="shop.checkout.method" />;
  const money = (minor: number) => formatMoney(intl, { minor, currency: credit?.currency ?? basket.currency });
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
      <RadioCards<PaymentMethod>
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
