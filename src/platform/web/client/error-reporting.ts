import { isServerPage } from '#platform/web/page-state.ts';
import { boot } from '#platform/web/session/boot.ts';

interface BrowserError {
  kind: 'uncaught' | 'screen' | 'call' | 'chunk' | 'session';
  message: string;
  stack?: string | undefined;
  /** The page's own path unless given. */
  path?: string;
  status?: number;
  correlationId?: string;
  response?: string;
}

/** Larger responses are left out of the report. */
const responseLimit = 256 * 1024;
const sample = Math.random();

/** Reports an error to the server without waiting and without ever throwing. The server removes personal data. */
export function reportBrowserError({ response, stack, ...error }: BrowserError): void {
  // The server logs failed requests itself.
  if (isServerPage() || sample >= boot.errorSampleRate) return;
  const body = {
    path: location.pathname,
    ...error,
    message: error.message.slice(0, 2_000),
    ...(stack === undefined ? {} : { stack: stack.slice(0, 8_000) }),
    ...(response !== undefined && response.length < responseLimit ? { response } : {}),
  };
  void fetch('/api/telemetry/errors', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    keepalive: JSON.stringify(body).length < 60_000,
  }).catch(() => undefined);
}

export function reportUncaughtErrors(): void {
  addEventListener('error', (event) => {
    reportBrowserError({
      kind: 'uncaught',
      message: event.message,
      stack: event.error?.stack,
    });
  });
  addEventListener('unhandledrejection', (event) => {
    const reason = event.reason as Error | undefined;
    reportBrowserError({
      kind: 'uncaught',
      message: String(reason?.message ?? reason),
      stack: reason?.stack,
    });
  });
}
