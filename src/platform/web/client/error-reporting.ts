import { boot } from '#platform/web/session/boot.ts';

interface BrowserError {
  kind: 'uncaught' | 'screen' | 'call' | 'chunk' | 'session';
  message: string;
  stack?: string | undefined;
  path: string;
  status?: number;
  correlationId?: string;
  response?: string;
}

/** Answers larger than this are not sent along. */
const responseLimit = 256 * 1024;
const isSampled = Math.random() < boot.errorSampleRate;

/** Tells the server what went wrong here. It never throws and never waits; the server strips what is personal. */
export function reportBrowserError({ response, stack, ...error }: BrowserError): void {
  if (!isSampled) return;
  const body = {
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
      path: location.pathname,
    });
  });
  addEventListener('unhandledrejection', (event) => {
    const reason = event.reason as Error | undefined;
    reportBrowserError({
      kind: 'uncaught',
      message: String(reason?.message ?? reason),
      stack: reason?.stack,
      path: location.pathname,
    });
  });
}
