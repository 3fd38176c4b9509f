import { FormattedMessage, useIntl } from 'react-intl';
import { ErrorState } from '../../../ui/error-state.tsx';

/** What should be shown could not be had; trying again may help. */
export function LoadFailure({ isBusy, onRetry, level }: { isBusy: boolean; onRetry: () => void; level?: 1 }) {
  const intl = useIntl();
  return (
    <div className="mt-6">
      <ErrorState
        isCard
        level={level ?? 2}
        title={<FormattedMessage id="shell.error.title" />}
        text={<FormattedMessage id="shell.error.text" />}
        refreshLabel={intl.formatMessage({ id: 'shell.refresh' })}
        isBusy={isBusy}
        onRefresh={onRetry}
      />
    </div>
  );
}
