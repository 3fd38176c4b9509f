import { useState } from 'react';
import { ApiError } from '../../../platform/web/client.ts';
import { messageOfFailure } from '../../../platform/web/failure.ts';
import { queries } from '../../../platform/web/query.ts';
import type { PaymentPage } from '../shared/contract.ts';
import { returnAddress } from './return-address.ts';

export type Paying = ReturnType<typeof usePay>;

/** One step on the page of the test gateway at a time, and what came of it. */
export function usePay(token: string, payment: PaymentPage) {
  const [problem, setProblem] = useState<string | null>(payment.state === 'declined' ? 'payments.declined' : null);
  const [refusals, setRefusals] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const refuse = (id: string) => {
    setProblem(id);
    setRefusals((count) => count + 1);
  };
  return {
    problem,
    refusals,
    isBusy,
    async run(step: () => Promise<PaymentPage>): Promise<void> {
      if (isBusy) return;
      setIsBusy(true);
      setProblem(null);
      try {
        const answer = await step();
        // It stays busy until the browser has left.
        // Who paid another's by the link has no session for what comes after, so the page itself says that it is paid.
        if (answer.state === 'paid' && answer.isOwn) return location.replace(returnAddress(answer, 'paid'));
        if (answer.state === 'declined') refuse('payments.declined');
        queries.setQueryData(['payment', token], answer);
      } catch (error) {
        refuse(error instanceof ApiError ? messageOfFailure(error) : 'GeneralError');
        // Too late, or paid elsewhere: the page says which.
        void queries.invalidateQueries({ queryKey: ['payment', token] });
      }
      setIsBusy(false);
    },
  };
}
