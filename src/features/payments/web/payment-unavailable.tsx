import { useIntl } from 'react-intl';
import { ApiError } from '#platform/web/client/client.ts';
import { getErrorMessageId } from '#platform/web/client/api-errors.ts';
import { useIsOnline } from '#platform/web/hooks/use-is-online.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';

interface PaymentQuery {
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

/** Shown when the portal or the payment service cannot be reached; both can be retried. */
export function PaymentUnavailable({ query: { error, isFetching, refetch } }: { query: PaymentQuery }) {
  const intl = useIntl();
  const isOnline = useIsOnline();
  const isService = error instanceof ApiError && error.code.startsWith('payments.');
  const text = !isOnline ? 'error.network.failed' : isService ? getErrorMessageId(error) : 'shell.error.text';
  return (
    <ErrorState
      level={1}
      title={intl.formatMessage({ id: isOnline && isService ? 'payments.down' : 'shell.error.title' })}
      text={intl.formatMessage({ id: text })}
      refreshLabel={intl.formatMessage({ id: 'payments.again' })}
      isBusy={isFetching}
      onRefresh={() => void refetch()}
    />
  );
}
