import { useIntl } from 'react-intl';
import { useIsOnline } from '../../../platform/web/network.ts';
import { ErrorState } from '../../../ui/error-state.tsx';

export function LoadFailure({ isBusy, onRefresh }: { isBusy: boolean; onRefresh: () => void }) {
  const intl = useIntl();
  const isOnline = useIsOnline();
  return (
    <ErrorState
      title={intl.formatMessage({ id: 'shell.error.title' })}
      text={intl.formatMessage({ id: isOnline ? 'shell.error.text' : 'error.network.failed' })}
      refreshLabel={intl.formatMessage({ id: 'shell.refresh' })}
      isBusy={isBusy}
      onRefresh={onRefresh}
    />
  );
}
