import { safeReturnPath } from '#platform/shared/return-path.ts';
import type { PaymentPage } from '#features/payments/shared/contract.ts';

export function getReturnUrl(
  { returnPath, paymentId }: Pick<PaymentPage, 'returnPath' | 'paymentId'>,
  outcome: 'paid' | 'left' | null,
): string {
  const url = new URL(safeReturnPath(returnPath), location.origin);
  if (outcome !== null) {
    url.searchParams.set('payment', outcome);
    url.searchParams.set('paymentId', paymentId);
  }
  return url.pathname + url.search + url.hash;
}
