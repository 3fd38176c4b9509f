import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Card } from '#ui/layout/card.tsx';
import { Link } from 'react-router';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { Button, buttonClass } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { PageColumns } from '#ui/layout/page.tsx';
import type { Address, Checkout } from '#features/shop/shared/contract.ts';
import { DetailsLine } from './checkout-buyer.tsx';
import { BasketChangesNote } from './basket-changes-note.tsx';
import { listBasketChanges } from './basket-changes.ts';
import { saveCheckoutDraft, readCheckoutDraft } from './checkout-draft.ts';
import { CheckoutLines } from './checkout-lines.tsx';
import { PaymentMethodPicker, type PaymentMethod } from './payment-method-picker.tsx';
import { basketPath } from '#features/shop/web/catalogue/product-query.ts';
import { Totals } from '#features/shop/web/totals.tsx';
import { usePlaceOrder } from './use-place-order.ts';
import { ActionBar } from '#ui/layout/action-bar.tsx';
import { TaskAside } from '#ui/layout/task-bar.tsx';

interface CheckoutPayProps {
  checkout: Checkout;
  address: Address | null;
  reload: () => Promise<unknown>;
}

/** The second checkout step: review and payment. Changes to the basket are shown before anything is paid. */
export function CheckoutPay({ checkout, address, reload }: CheckoutPayProps) {
  const { basket, methods } = checkout;
  const [seen] = useState(basket);
  const [picked, setPicked] = useState(() => readCheckoutDraft().method);
  const method = methods.find((name) => name === picked) ?? methods[0];
  const { problem, errorCount, isBusy, place } = usePlaceOrder(checkout, reload);
  const isStopped = [...basket.lines, ...basket.codes].some((part) => part.problem !== null);
  const pick = (next: PaymentMethod) => {
    saveCheckoutDraft({ method: next });
    setPicked(next);
  };
  return (
    <PageColumns>
      <div className="min-w-0">
        <DetailsLine checkout={checkout} address={address} />
        <FormAlert problem={problem !== null && <FormattedMessage id={problem} />} failureCount={errorCount} />
        <BasketChangesNote changes={listBasketChanges(seen, basket)} currency={basket.currency} />
        <CheckoutLines basket={basket} />
        {method !== undefined && !isStopped && (
          <PaymentMethodPicker checkout={checkout} method={method} onPick={pick} />
        )}
      </div>
      <TaskAside>
        <Card>
          <Totals sums={basket} />
        </Card>
        {method === undefined || isStopped ? (
          <CheckoutBlocked isStopped={isStopped} />
        ) : (
          <PayBar basket={basket} method={method} isBusy={isBusy} onPay={() => void place(method)} />
        )}
      </TaskAside>
    </PageColumns>
  );
}

function CheckoutBlocked({ isStopped }: { isStopped: boolean }) {
  return (
    <>
      <Callout kind="alert">
        <FormattedMessage id={isStopped ? 'shop.checkout.stopped' : 'error.payments.no_gateway'} />
      </Callout>
      <ActionBar className="lg:grid">
        <Link className={buttonClass({ size: 'lg', isWide: true })} to={basketPath}>
          <FormattedMessage id="shop.checkout.to_basket" />
        </Link>
      </ActionBar>
    </>
  );
}

interface PayBarProps {
  basket: Checkout['basket'];
  method: PaymentMethod;
  isBusy: boolean;
  onPay: () => void;
}

function PayBar({ basket: { totalMinor, currency }, method, isBusy, onPay }: PayBarProps) {
  const intl = useIntl();
  return (
    <>
      <ActionBar className="lg:grid">
        <Button size="lg" isWide isBusy={isBusy} onClick={onPay}>
          <FormattedMessage
            id={method === 'free' ? 'shop.checkout.free' : 'shop.checkout.pay_amount'}
            values={{ amount: formatMoney(intl, { minor: totalMinor, currency }) }}
          />
        </Button>
      </ActionBar>
      <p className="text-sm text-ink-2">
        <FormattedMessage id={`shop.checkout.${method}_note`} />
      </p>
    </>
  );
}
