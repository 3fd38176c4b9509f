import { useQuery } from '@tanstack/react-query';
import { createClient } from '#platform/web/client/client.ts';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import type { OfferKind } from '#features/club/shared/contract.ts';
import type { PaymentRequest, paymentRequestEndpoints } from '#features/shop/shared/payment-request-contract.ts';
import { shopKey } from '#features/shop/web/queries.ts';

export const paymentRequestClient = createClient<typeof paymentRequestEndpoints>('/api/shop');

export const requestPath = (requestId: string) => `/training/shop/requests/${requestId}`;
const requestKey = (requestId: string) => [...shopKey, 'request', currentLocale(), requestId] as const;

/** Prices are computed on read, so the request is always refetched. */
export function useRequest(requestId: string) {
  return useQuery({
    queryKey: requestKey(requestId),
    queryFn: () => paymentRequestClient('GET payment-requests/{requestId}', { params: { requestId } }),
    staleTime: 0,
  });
}

export function setCachedRequest(request: PaymentRequest): void {
  currentQueryClient().setQueryData(requestKey(request.requestId), request);
}

/** Sends a club year request to the guardians and returns the request's path. */
export async function requestClubYear(key: string, kind: Exclude<OfferKind, 'trial'>): Promise<string> {
  const request = await paymentRequestClient('POST payment-requests/club', { body: { key, kind } });
  setCachedRequest(request);
  return requestPath(request.requestId);
}
