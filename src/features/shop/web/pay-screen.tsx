import './pay.css';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { useParams } from 'react-router';
import { ApiError } from '../../../platform/web/client.ts';
import { useIsOnline } from '../../../platform/web/network.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx';
import { payments } from './client.ts';
import { PayForm } from './pay-form.tsx';
import { PayOver } from './pay-over.tsx';

/** The page of the embedded test gateway. A real payment service has its own, elsewhere. */
export function PayScreen() {
  const intl = useIntl();
  const isOnline = useIsOnline();
  const { token = '' } = useParams();
  const { data, error, isPaused, isFetching, refetch } = useQuery({
    queryKey: ['payment', token],
    queryFn: () => payments('GET pay/{token}', { params: { token } }),
    // Paid in another window, it is not to be paid again in this one.
    staleTime: 0,
  });
  if (error instanceof ApiError && [400, 404].includes(error.status)) return <PayOver state="unknown" />;
  if (data !== undefined)
    return data.state === 'paid' || data.state === 'expired' ? (
      <PayOver state={data.state} returnPath={data.returnPath} />
    ) : (
      <PayForm token={token} payment={data} />
    );
  if (error === null && !isPaused)
    return (
      <SkeletonGroup label={intl.formatMessage({ id: 'shop.pay.loading' })} className="pay">
        <Skeleton height={64} width="60%" />
        <Skeleton height={320} />
      </SkeletonGroup>
    );
  return (
    <ErrorState
      level={1}
      title={intl.formatMessage({ id: 'shell.error.title' })}
      text={intl.formatMessage({ id: isOnline ? 'shell.error.text' : 'error.network.failed' })}
      refreshLabel={intl.formatMessage({ id: 'shell.refresh' })}
      isBusy={isFetching && !isPaused}
      onRefresh={() => void refetch()}
    />
  );
}
