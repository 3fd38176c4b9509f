import './pay.css';
import { useQuery } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { useParams, useSearchParams } from 'react-router';
import { Callout } from '../../../ui/callout.tsx';
import { ApiError } from '../../../platform/web/client.ts';
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx';
import { payments } from './client.ts';
import { PayDown } from './pay-down.tsx';
import { PayElsewhere } from './pay-elsewhere.tsx';
import { PayOver } from './pay-over.tsx';
import { PayTest } from './pay-test.tsx';

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
  if (error instanceof ApiError && [400, 404].includes(error.status)) return <PayOver state="unknown" />;
  if (data === undefined)
    return error === null ? (
      <SkeletonGroup label={intl.formatMessage({ id: 'payments.loading' })} className="pay">
        <Skeleton height={64} width="60%" />
        <Skeleton height={320} />
      </SkeletonGroup>
    ) : (
      <PayDown query={query} />
    );
  const { state } = data;
  if (state === 'paid' || state === 'expired' || state === 'returned') return <PayOver state={state} payment={data} />;
  if (isBack && state === 'open')
    return (
      <div className="pay">
        <Callout kind="wait" isLive>
          <FormattedMessage id="payments.paid.waiting" />
        </Callout>
      </div>
    );
  return data.gateway === 'test' ? (
    <PayTest token={token} payment={data} />
  ) : (
    <PayElsewhere token={token} payment={data} />
  );
}
