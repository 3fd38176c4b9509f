import type { ErrorEntry } from '#platform/shared/errors.ts';
import type { Endpoint, OutputOf, RequestOf, RestContract } from '#platform/shared/contract.ts';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { isServerPage } from '#platform/web/page-state.ts';
import { requestProof } from '#platform/web/session/proof-prompts.ts';
import { reportBrowserError } from './error-reporting.ts';
import { currentFetch } from './page-fetch.ts';
import { currentToken, refreshSession } from '#platform/web/session/session.ts';

const timeoutMs = 45_000;
const maxAttempts = 2;
const activeMs = 60_000;

/** Opening the page counts as input. */
let lastInputMs = Date.now();

function recordInput(): void {
  lastInputMs = Date.now();
}

for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
  globalThis.addEventListener?.(kind, recordInput, { passive: true, capture: true });

/** Whether the page was used within the last minute. Background requests such as polling must not extend a session. */
function isUserActive(): boolean {
  return isServerPage() || Date.now() - lastInputMs < activeMs;
}

/** An error response of the server. `code` is one of the codes that the contract declares. */
export class ApiError extends Error {
  readonly status: number;
  readonly entries: readonly ErrorEntry[];
  /** Seconds from the `retry-after` header, or 0 without one. */
  readonly retryAfterS: number;

  constructor(status: number, entries: readonly ErrorEntry[], retryAfterS = 0) {
    super(entries.map((entry) => entry.message).join('; '));
    this.status = status;
    this.entries = entries;
    this.retryAfterS = retryAfterS;
  }

  get code(): string {
    return this.entries[0]?.code ?? 'server.failed';
  }
}

type RequestArgs<Request> = keyof Request extends never ? [] : [request: Request];

/** Creates the client of a contract from its types alone, so no schema is shipped to the browser. */
export function createClient<Contract extends RestContract>(base: string) {
  return async <Key extends keyof Contract['endpoints'] & string>(
    key: Key,
    ...[request]: RequestArgs<RequestOf<Contract['endpoints'][Key]>>
  ): Promise<OutputOf<Contract['endpoints'][Key] & Endpoint>> => {
    const {
      params = {},
      query = {},
      body,
      form,
    } = (request ?? {}) as Record<'params' | 'query' | 'body', Record<string, unknown> | undefined> & {
      form?: FormData;
    };
    const [method = 'GET', path = ''] = key.split(' ');
    const filledPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
    const search = new URLSearchParams(
      Object.entries(query).flatMap(([name, value]) =>
        value === undefined || value === null ? [] : [[name, String(value)]],
      ),
    );
    const url = `${base}/${filledPath}${search.size > 0 ? `?${search}` : ''}`;
    return (await sendRequest(method, url, form ?? body, `${base}/${path}`)) as OutputOf<
      Contract['endpoints'][Key] & Endpoint
    >;
  };
}

/**
 * Sends a request with token, affiliate-id, correlation id and language; on 401 the session is refreshed once and the
 * request repeated. Endpoints that create the session pass `hasToken = false`: an expired token would fail them.
 */
export async function sendRequest(
  method: string,
  url: string,
  body: unknown,
  template: string,
  hasToken = true,
): Promise<unknown> {
  const correlationId = crypto.randomUUID();
  // The token is empty when the page was opened offline.
  if (hasToken && currentToken()?.token === '') await refreshSession();
  let hasRequestedProof = false;
  for (let attempt = 1; ; attempt++) {
    const response = await attemptRequest(method, url, body, correlationId, template, hasToken ? currentToken() : null);
    if (
      response.status === 401 &&
      attempt < maxAttempts &&
      hasToken &&
      currentToken() !== null &&
      (await refreshSession())
    )
      continue;
    // Downloads are returned as a blob; every other response is JSON.
    if (response.ok && !/json/.test(response.headers.get('content-type') ?? 'json')) return response.blob();
    const text = await response.text();
    if (response.ok) return text === '' ? undefined : JSON.parse(text);
    const entries = parseErrorEntries(text);
    if (response.status === 403 && !hasRequestedProof) {
      hasRequestedProof = true;
      // The refreshed token carries the proof.
      if ((await requestProof(entries[0]?.code ?? '')) && (await refreshSession())) continue;
    }
    reportBrowserError({
      kind: 'call',
      message: `${method} ${template}`,
      status: response.status,
      correlationId,
      response: text,
    });
    throw new ApiError(response.status, entries, Number(response.headers.get('retry-after')) || 0);
  }
}

async function attemptRequest(
  method: string,
  url: string,
  body: unknown,
  correlationId: string,
  template: string,
  token: ReturnType<typeof currentToken>,
): Promise<Response> {
  try {
    return await currentFetch()(url, {
      method,
      headers: {
        ...buildRequestHeaders(correlationId, token),
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    reportBrowserError({
      kind: 'call',
      message: `${method} ${template}: ${(error as Error).name}`,
      correlationId,
    });
    throw new ApiError(0, [{ code: 'network.failed', message: (error as Error).message }]);
  }
}

export function buildRequestHeaders(
  correlationId: string,
  token: ReturnType<typeof currentToken>,
): Record<string, string> {
  return {
    'x-correlation-id': correlationId,
    'x-locale': currentLocale(),
    ...(isUserActive() ? {} : { 'x-background': '1' }),
    ...(token && { authorization: `Bearer ${token.token}`, 'affiliate-id': String(token.affiliateId) }),
  };
}

/** Reads the entries of an error body. GraphQL nests the code and its details in `extensions`. */
export function parseErrorEntries(text: string): readonly ErrorEntry[] {
  try {
    const { errors } = JSON.parse(text) as { errors: (ErrorEntry & { extensions?: Partial<ErrorEntry> })[] };
    return errors.map(({ extensions, ...entry }) => ({ ...entry, ...extensions }));
  } catch {
    return [{ code: 'server.failed', message: 'unreadable error response' }];
  }
}
