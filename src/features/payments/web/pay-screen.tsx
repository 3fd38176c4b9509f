import './pay.css';
import { useQuery } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { useParams, useSearchParams } from 'react-router';
import { Callout } from '#ui/feedback/callout.tsx';
import { ApiError } from '#platform/web/client/client.ts';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { payments } from './client.ts';
import { PaymentUnavailable } from './payment-unavailable.tsx';
import { PaymentRedirect } from './payment-redirect.tsx';
import { PaymentClosed } from './payment-closed.tsx';
import { TestPayment } from './test-payment.tsx';

/** Where a link to pay leads: to the page of the payment service, or to that of the embedded test gateway. */
export function PayScreen() {
  const intl = useIntl();
  const { token = '' } = useParams();
  const [search] = useSearchParams();
  const isBack = search.get('payment') === 'paid';
  const query = useQuery({
    queryKey: ['payment', token],
    // Whoever comes back from the payment service before it told us has it asked.
    queryFn: () => payments(isBack ? 'POST pay/{token}/settle' : 'GET pay/{token}', { params: { token } }),
    refetchInterval: ({ state }) => (isBack && state.data?.state === 'open' ? 3_000 : false),
    // Paid in another window, it is not to be paid again in this one.
    staleTime: 0,
  });
  const { data, error } = query;
  if (error instanceof ApiError && [400, 404].includes(error.status)) return <PaymentClosed state="unknown" />;
  if (data === undefined)
    return error === null ? (
      <SkeletonGroup label={intl.formatMessage({ id: 'payments.loading' })} className="pay">
        <Skeleton height={64} width="60%" />
        <Skeleton height={320} />
      </SkeletonGroup>
    ) : (
      <PaymentUnavailable query={query} />
    );
  const { state } = data;
  if (state === 'paid' || state === 'expired' || state === 'returned')
    return <PaymentClosed state={state} payment={data} />;
  if (isBack && state === 'open')
    return (
      <div className="pay">
        <Callout kind="wait" isLive>
          <FormattedMessage id="payments.paid.waiting" />
        </Callout>
      </div>
    );
  return data.gateway === 'test' ? (
    <TestPayment token={token} payment={data} />
  ) : (
    <PaymentRedirect token={token} payment={data} />
  );
}
