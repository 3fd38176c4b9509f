import { useIntl } from 'react-intl';
import { useIsOnline } from '#platform/web/hooks/use-is-online.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';

export interface LoadFailureProps {
  query: { isFetching: boolean; refetch: () => unknown };
  /** The heading level. */
  level?: 1 | 2 | 3;
  /** Adds the background of a card. */
  isCard?: boolean;
}

/** Replaces content that failed to load, with a retry button. Offline, the text names the missing network. */
export function LoadFailure({ query: { isFetching, refetch }, ...stateProps }: LoadFailureProps) {
  const intl = useIntl();
  const isOnline = useIsOnline();
  return (
    <ErrorState
      {...stateProps}
      title={intl.formatMessage({ id: 'shell.error.title' })}
      text={intl.formatMessage({ id: isOnline ? 'shell.error.text' : 'error.network.failed' })}
      refreshLabel={intl.formatMessage({ id: 'shell.refresh' })}
      isBusy={isFetching}
      onRefresh={() => void refetch()}
    />
  );
}
