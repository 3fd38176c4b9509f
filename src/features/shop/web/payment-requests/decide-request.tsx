import { useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Card } from '#ui/layout/card.tsx';
import type { MessageId } from '#platform/shared/message-id.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { getErrorMessageId } from '#platform/web/client/api-errors.ts';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Field } from '#ui/fields/field.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import type { Address } from '#features/shop/shared/contract.ts';
import type { PaymentRequest } from '#features/shop/shared/payment-request-contract.ts';
import { addressFields, findMissingFields } from '#features/shop/web/checkout/checkout-draft.ts';
import { refreshShop } from '#features/shop/web/queries.ts';
import { setCachedRequest, requestPath, paymentRequestClient } from './queries.ts';

/**
 * Lets a guardian approve and pay, pay in place of another guardian, or decline. Goods go to the guardian's address.
 */
export function DecideRequest({ request, reload }: { request: PaymentRequest; reload: () => void }) {
  const intl = useIntl();
  const formId = useId();
  const { requestId, state, basket, isOwnApproval } = request;
  const isTakingOver = state === 'approved' && !isOwnApproval;
  const needsAddress = request.needsAddress && !isOwnApproval;
  const [problem, setProblem] = useState<MessageId | null>(null);
  const [errorCount, setErrorCount] = useState(0);
  const [busyWith, setBusyWith] = useState<'approve' | 'decline' | null>(null);
  const run = async (name: 'approve' | 'decline', work: () => Promise<void>) => {
    if (busyWith !== null) return;
    setBusyWith(name);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(error instanceof ApiError ? getErrorMessageId(error) : 'GeneralError');
      setErrorCount((count) => count + 1);
      reload();
    }
    setBusyWith(null);
  };
  const approve = (address: Address | null) =>
    run('approve', async () => {
      const body = { seenTotalMinor: basket.totalMinor, address, isTakingOver };
      const { payUrl } = await paymentRequestClient('POST payment-requests/{requestId}/approve', {
        params: { requestId },
        body,
      });
      refreshShop();
      location.assign(payUrl ?? requestPath(requestId));
    });
  const decline = () =>
    run('decline', async () => {
      setCachedRequest(
        await paymentRequestClient('POST payment-requests/{requestId}/decline', { params: { requestId } }),
      );
    });
  const amount = formatMoney(intl, { minor: basket.totalMinor, currency: basket.currency });
  return (
    <form
      id={formId}
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = Object.fromEntries(
          addressFields.map((name) => [name, String(new FormData(event.currentTarget).get(name) ?? '').trim()]),
        ) as Omit<Address, 'country'>;
        const [missing] = needsAddress ? Object.values(findMissingFields(typed)) : [];
        if (missing !== undefined) {
          setProblem(missing);
          setErrorCount((count) => count + 1);
          return;
        }
        void approve(needsAddress ? { ...typed, country: basket.country } : null);
      }}
    >
      <FormAlert problem={problem !== null && <FormattedMessage id={problem} />} failureCount={errorCount} />
      {needsAddress && (
        <Card className="grid gap-4">
          <h2>
            <FormattedMessage id="shop.checkout.where" />
          </h2>
          {addressFields.map((name) => (
            <Field
              key={name}
              name={name}
              maxLength={name === 'postalCode' ? 20 : 100}
              defaultValue={request.address?.[name] ?? ''}
              dir="auto"
              label={<FormattedMessage id={`shop.address.${name}`} />}
            />
          ))}
        </Card>
      )}
      <div className="grid gap-2">
        <Button type="submit" size="lg" isWide isBusy={busyWith === 'approve'}>
          <FormattedMessage id={isOwnApproval ? 'shop.request.continue' : 'shop.request.approve'} values={{ amount }} />
        </Button>
        {!isTakingOver && (
          <Button kind="quiet" isWide isBusy={busyWith === 'decline'} onClick={() => void decline()}>
            <FormattedMessage id="shop.request.decline" />
          </Button>
        )}
      </div>
    </form>
  );
}
