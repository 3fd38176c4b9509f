import { FormattedMessage, useIntl } from 'react-intl';
import { Link, Navigate } from 'react-router';
import { ApiError } from '../../../../platform/web/client.ts';
import { useIsOnline } from '../../../../platform/web/network.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { CompassDrawing } from '../../../../ui/drawings/compass-drawing.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';

interface RecordFailureProps {
  error: Error;
  packageId: string;
  isBusy: boolean;
  onRefresh: () => void;
}

/** Somebody else's record is another page; one that is not there says so; everything else may be tried again. */
export function RecordFailure({ error, packageId, isBusy, onRefresh }: RecordFailureProps) {
  const intl = useIntl();
  const isOnline = useIsOnline();
  const status = error instanceof ApiError ? error.status : 500;
  if (status === 401) return <Navigate to="/training/unauthorized" replace />;
  if ([400, 403, 404].includes(status))
    return (
      <EmptyState
        level={1}
        drawing={<CompassDrawing />}
        title={<FormattedMessage id="learning.record.none" />}
        text={
          status === 403 ? (
            <FormattedMessage id="learning.record.none_text" />
          ) : (
            <FormattedMessage id="learning.record.no_course" values={{ id: <bdi>{packageId}</bdi> }} />
          )
        }
        action={
          <Link className={buttonClass()} to="/training/dashboard">
            <FormattedMessage id="learning.record.to_dashboard" />
          </Link>
        }
      />
    );
  return (
    <ErrorState
      level={1}
      title={intl.formatMessage({ id: 'shell.error.title' })}
      text={intl.formatMessage({ id: isOnline ? 'shell.error.text' : 'error.network.failed' })}
      refreshLabel={intl.formatMessage({ id: 'shell.refresh' })}
      isBusy={isBusy}
      onRefresh={onRefresh}
    />
  );
}
