import { useQuery } from '@tanstack/react-query';
import { createClient } from '../../../../platform/web/client.ts';
import { currentLocale } from '../../../../platform/web/i18n.tsx';
import { queries } from '../../../../platform/web/query.ts';
import type { OfferKind } from '../../../club/shared/contract.ts';
import type { PaymentRequest, requestCalls } from '../../shared/request-contract.ts';
import { shopKey } from '../queries.ts';

export const requests = createClient<typeof requestCalls>('/api/shop');

export const requestPath = (requestId: string) => `/training/shop/requests/${requestId}`;
const requestKey = (requestId: string) => [...shopKey, 'request', currentLocale(), requestId] as const;

/** Priced as of now, so it is asked for whenever it is opened. */
export function useRequest(requestId: string) {
  return useQuery({
    queryKey: requestKey(requestId),
    queryFn: () => requests('GET payment-requests/{requestId}', { params: { requestId } }),
    staleTime: 0,
  });
}

export function keepRequest(request: PaymentRequest): void {
  queries.setQueryData(requestKey(request.requestId), request);
}

/** A minor asks the guardians to pay for a club year. Where the request is. */
export async function askForClubYear(key: string, kind: Exclude<OfferKind, 'trial'>): Promise<string> {
  const request = await requests('POST payment-requests/club', { body: { key, kind } });
  keepRequest(request);
  return requestPath(request.requestId);
}
