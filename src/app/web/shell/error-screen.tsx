import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { useRouteError } from 'react-router';
import { reportBrowserError } from '#platform/web/client/error-reporting.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';

/** Shown inside the frame when a screen throws. */
export function ErrorScreen() {
  const intl = useIntl();
  const error = useRouteError() as Error | undefined;
  useEffect(() => {
    reportBrowserError({
      kind: 'screen',
      message: String(error?.message ?? error),
      stack: error?.stack,
    });
  }, [error]);
  return (
    <ErrorState
      level={1}
      title={intl.formatMessage({ id: 'shell.error.title' })}
      text={intl.formatMessage({ id: 'shell.error.text' })}
      refreshLabel={intl.formatMessage({ id: 'shell.refresh' })}
      onRefresh={() => location.reload()}
    />
  );
}
