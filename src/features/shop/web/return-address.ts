import { safeReturnPath } from '../../../platform/shared/return-path.ts';

/** Where the payment page sends people back to, with what came of it. */
export function returnAddress(returnPath: string, outcome: 'paid' | 'left' | null): string {
  const url = new URL(safeReturnPath(returnPath), location.origin);
  if (outcome !== null) url.searchParams.set('payment', outcome);
  return url.pathname + url.search + url.hash;
}
