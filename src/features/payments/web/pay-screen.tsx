import { useQuery } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { PaymentColumn } from './payment-column.tsx';
import { useParams, useSearchParams } from 'react-router';
import { Callout } from '#ui/feedback/callout.tsx';
import { ApiError } from '#platform/web/client/client.ts';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { paymentClient } from './client.ts';
import { PaymentUnavailable } from './payment-unavailable.tsx';
import { PaymentRedirect } from './payment-redirect.tsx';
import { PaymentClosed } from './payment-closed.tsx';
import { TestPayment } from './test-payment.tsx';

/** The target of a payment link: redirects to the payment service, or shows the test gateway's page. */
export function PayScreen() {
  const intl = useIntl();
  const { token = '' } = useParams();
  const [search] = useSearchParams();
  const isBack = search.get('payment') === 'paid';
  const query = useQuery({
    queryKey: ['payment', token],
    // After a return from the payment service the result is requested, because the webhook may not have arrived.
    queryFn: () => paymentClient(isBack ? 'POST pay/{token}/settle' : 'GET pay/{token}', { params: { token } }),
    refetchInterval: ({ state }) => (isBack && state.data?.state === 'open' ? 3_000 : false),
    // Always refetched, because the payment may have been made in another window.
    staleTime: 0,
  });
  const { data, error } = query;
  if (error instanceof ApiError && [400, 404].includes(error.status)) return <PaymentClosed state="unknown" />;
  if (data === undefined)
    return error === null ? (
      <PaymentColumn>
        <SkeletonGroup label={intl.formatMessage({ id: 'payments.loading' })} className="grid gap-5">
          <Skeleton height={64} width="60%" />
          <Skeleton height={320} />
        </SkeletonGroup>
      </PaymentColumn>
    ) : (
      <PaymentUnavailable query={query} />
    );
  const { state } = data;
  if (state === 'paid' || state === 'expired' || state === 'returned')
    return <PaymentClosed state={state} payment={data} />;
  if (isBack && state === 'open')
    return (
      <PaymentColumn>
        <Callout kind="wait" isLive>
          <FormattedMessage id="payments.paid.waiting" />
        </Callout>
      </PaymentColumn>
    );
  return data.gateway === 'test' ? (
    <TestPayment token={token} payment={data} />
  ) : (
    <PaymentRedirect token={token} payment={data} />
  );
}
