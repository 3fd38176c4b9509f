import type { ErrorEntry } from '#platform/shared/errors.ts';
import type { Endpoint, OutputOf, RequestOf, RestContract } from '#platform/shared/contract.ts';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { isUserActive } from '#platform/web/session/user-activity.ts';
import { requestProof } from '#platform/web/session/proof-prompts.ts';
import { reportBrowserError } from './error-reporting.ts';
import { currentToken, refreshSession } from '#platform/web/session/session.ts';

const timeoutMs = 45_000;
const maxAttempts = 2;

/** A call the server refused. `code` is one of the codes that the contract declares. */
export class ApiError extends Error {
  readonly status: number;
  readonly entries: readonly ErrorEntry[];
  /** When to ask again, where the server says so; else 0. */
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

/** The client of a contract. The contract itself stays on the server; only its types come here. */
export function createClient<Contract extends RestContract>(base: string) {
  return async <Key extends keyof Contract['calls'] & string>(
    key: Key,
    ...[request]: RequestArgs<RequestOf<Contract['calls'][Key]>>
  ): Promise<OutputOf<Contract['calls'][Key] & Endpoint>> => {
    const {
      params = {},
      query = {},
      body,
      form,
    } = (request ?? {}) as Record<'params' | 'query' | 'body', Record<string, unknown> | undefined> & {
      form?: FormData;
    };
    const [method = 'GET', path = ''] = key.split(' ');
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
    const search = new URLSearchParams(
      Object.entries(query).flatMap(([name, value]) =>
        value === undefined || value === null ? [] : [[name, String(value)]],
      ),
    );
    const url = `${base}/${filled}${search.size > 0 ? `?${search}` : ''}`;
    return (await sendRequest(method, url, form ?? body, `${base}/${path}`)) as OutputOf<
      Contract['calls'][Key] & Endpoint
    >;
  };
}

/**
 * Sends with token, affiliate-id, correlation id and the open language; on 401 the session is refreshed once and the call made again.
 * The calls that make the session itself go without a token: an old one must not stand in their way.
 */
export async function sendRequest(
  method: string,
  url: string,
  body: unknown,
  template: string,
  hasToken = true,
): Promise<unknown> {
  const correlationId = crypto.randomUUID();
  // A page that opened without a network has no token yet.
  if (hasToken && currentToken()?.token === '') await refreshSession();
  let hasAskedForProof = false;
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
    // A file is what it is; everything else that a call answers is JSON.
    if (response.ok && !/json/.test(response.headers.get('content-type') ?? 'json')) return response.blob();
    const text = await response.text();
    if (response.ok) return text === '' ? undefined : JSON.parse(text);
    const entries = parseErrorEntries(text);
    if (response.status === 403 && !hasAskedForProof) {
      hasAskedForProof = true;
      // The fresh token carries the proof.
      if ((await requestProof(entries[0]?.code ?? '')) && (await refreshSession())) continue;
    }
    reportBrowserError({
      kind: 'call',
      message: `${method} ${template}`,
      path: location.pathname,
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
    return await fetch(url, {
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
      path: location.pathname,
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

/** GraphQL has the code, and what belongs to it, one step further in. */
export function parseErrorEntries(text: string): readonly ErrorEntry[] {
  try {
    const { errors } = JSON.parse(text) as { errors: (ErrorEntry & { extensions?: Partial<ErrorEntry> })[] };
    return errors.map(({ extensions, ...entry }) => ({ ...entry, ...extensions }));
  } catch {
    return [{ code: 'server.failed', message: 'no readable answer' }];
  }
}
