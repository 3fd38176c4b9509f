import { useMutation } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { PaymentRequest } from '#features/shop/shared/payment-request-contract.ts';
import { setCachedRequest, paymentRequestClient } from './queries.ts';

export function WithdrawRequest({ request: { requestId, state } }: { request: PaymentRequest }) {
  const intl = useIntl();
  const { mutate, isPending } = useMutation({
    mutationFn: () => paymentRequestClient('POST payment-requests/{requestId}/withdraw', { params: { requestId } }),
    onSuccess: setCachedRequest,
    onError: (error) => showToast({ text: formatErrorMessage(intl, error) }),
  });
  return (
    <>
      {state === 'open' && (
        <Callout kind="wait">
          <FormattedMessage id="shop.request.state_open" />
        </Callout>
      )}
      <Button kind="quiet" isWide isBusy={isPending} onClick={() => mutate()}>
        <FormattedMessage id="shop.request.withdraw" />
      </Button>
    </>
  );
}
