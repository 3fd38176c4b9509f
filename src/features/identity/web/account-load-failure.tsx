import { useIntl } from 'react-intl';
import { ApiError } from '#platform/web/client/client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { SplitCardDrawing } from '#ui/drawings/split-card-drawing.tsx';
import { AccountMessage } from './account-message.tsx';
import { getErrorMessageId } from '#platform/web/client/api-errors.ts';

/** Shown when a page failed to load, with a retry button. */
export function AccountLoadFailure({ error, isBusy, onRetry }: { error: Error; isBusy: boolean; onRetry: () => void }) {
  const intl = useIntl();
  const reason = error instanceof ApiError ? getErrorMessageId(error) : 'GeneralError';
  return (
    <AccountMessage
      drawing={<SplitCardDrawing />}
      title={intl.formatMessage({ id: 'identity.failure.title' })}
      text={intl.formatMessage({ id: reason })}
      action={
        <Button size="lg" isWide isBusy={isBusy} onClick={onRetry}>
          {intl.formatMessage({ id: 'identity.failure.retry' })}
        </Button>
      }
    />
  );
}
