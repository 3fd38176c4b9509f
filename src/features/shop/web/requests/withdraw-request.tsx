import { useMutation } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { failureText } from '../../../../platform/web/failure-text.ts';
import { Button } from '../../../../ui/button.tsx';
import { Callout } from '../../../../ui/callout.tsx';
import { showToast } from '../../../../ui/toast-store.ts';
import type { PaymentRequest } from '../../shared/request-contract.ts';
import { keepRequest, requests } from './queries.ts';

/** The minor waits for an answer, or takes the request back. */
export function WithdrawRequest({ request: { requestId, state } }: { request: PaymentRequest }) {
  const intl = useIntl();
  const { mutate, isPending } = useMutation({
    mutationFn: () => requests('POST payment-requests/{requestId}/withdraw', { params: { requestId } }),
    onSuccess: keepRequest,
    onError: (error) => showToast({ text: failureText(intl, error) }),
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
