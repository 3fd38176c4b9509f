import { useIntl } from 'react-intl';
import { ApiError } from '../../../platform/web/client.ts';
import { messageOfFailure } from '../../../platform/web/failure.ts';
import { useIsOnline } from '../../../platform/web/network.ts';
import { ErrorState } from '../../../ui/error-state.tsx';

interface Asked {
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

/** Nothing could be asked, or the payment service does not answer; either may do so in a moment. */
export function PayDown({ query: { error, isFetching, refetch } }: { query: Asked }) {
  const intl = useIntl();
  const isOnline = useIsOnline();
  const isService = error instanceof ApiError && error.code.startsWith('payments.');
  const text = !isOnline ? 'error.network.failed' : isService ? messageOfFailure(error) : 'shell.error.text';
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
