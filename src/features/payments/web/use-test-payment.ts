import { useState } from 'react';
import type { MessageId } from '#platform/shared/message-id.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { getErrorMessageId } from '#platform/web/client/api-errors.ts';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import type { PaymentPage } from '#features/payments/shared/contract.ts';
import { getReturnUrl } from './return-url.ts';

export type TestPaymentControls = ReturnType<typeof useTestPayment>;

export function useTestPayment(token: string, payment: PaymentPage) {
  const [problem, setProblem] = useState<MessageId | null>(payment.state === 'declined' ? 'payments.declined' : null);
  const [errorCount, setErrorCount] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const showError = (id: MessageId) => {
    setProblem(id);
    setErrorCount((count) => count + 1);
  };
  return {
    problem,
    errorCount,
    isBusy,
    async run(step: () => Promise<PaymentPage>): Promise<void> {
      if (isBusy) return;
      setIsBusy(true);
      setProblem(null);
      try {
        const answer = await step();
        // The button stays busy until the browser has left the page. People who paid for someone else have no session
        // for the return page, so this page shows the result.
        if (answer.state === 'paid' && answer.isOwn) return location.replace(getReturnUrl(answer, 'paid'));
        if (answer.state === 'declined') showError('payments.declined');
        currentQueryClient().setQueryData(['payment', token], answer);
      } catch (error) {
        showError(error instanceof ApiError ? getErrorMessageId(error) : 'GeneralError');
        // The payment expired or was made elsewhere, so it is reloaded.
        void currentQueryClient().invalidateQueries({ queryKey: ['payment', token] });
      }
      setIsBusy(false);
    },
  };
}
