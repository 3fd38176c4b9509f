import { Agent, request } from 'node:http';
import { affiliateType } from '#domain/roles.ts';
import { createAccessTokens } from '#platform/server/auth/access-tokens.ts';
import { drillBaseUrl, drillSecret, wait } from './drill-portal.ts';

export interface Reply {
  status: number;
  text: string;
  location: string | undefined;
  cookies: string[];
}

export interface Call {
  method?: string;
  path: string;
  body?: object | string;
  headers?: Record<string, string>;
  timeoutMs?: number;
}

/** Keeps connections open, like a proxy in front of the portals. */
const agent = new Agent({ keepAlive: true, maxSockets: 1_000, keepAliveMsecs: 1_000 });
const tokens = createAccessTokens([drillSecret], drillBaseUrl);
const renewAfterMs = 20 * 60_000;
const maxTries = 30;
const retryAfterMs = 1_000;
const headersByPerson = new Map<number, { headers: Record<string, string>; renewAtMs: number }>();

/** Headers of a signed-in person, which every portal of the drill accepts. */
export async function headersOf(affiliateId: number, affiliateTypeId: number = affiliateType.diver) {
  const known = headersByPerson.get(affiliateId);
  if (known !== undefined && known.renewAtMs > performance.now()) return known.headers;
  const { token } = await tokens.mint(
    {
      sub: `drill-${affiliateId}`,
      affiliateId,
      affiliateTypeId,
      sessionId: crypto.randomUUID(),
      isEmailVerified: true,
      confirmedAtMs: Date.now(),
    },
    3_600,
  );
  const headers = { authorization: `Bearer ${token}`, 'affiliate-id': String(affiliateId) };
  headersByPerson.set(affiliateId, { headers, renewAtMs: performance.now() + renewAfterMs });
  return headers;
}

/** Sends one request. Throws if the connection fails or the reply takes too long, after which its effect is unknown. */
export function send(port: number, { method, path, body, headers, timeoutMs = 15_000 }: Call): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const content = typeof body === 'object' ? JSON.stringify(body) : body;
  const call = request({
    host: '127.0.0.1',
    port,
    path,
    method: method ?? (content === undefined ? 'GET' : 'POST'),
    agent,
    headers: {
      host: 'localhost',
      ...headers,
      ...(content !== undefined && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(content)),
      }),
    },
  });
  const timeout = setTimeout(() => call.destroy(new Error('no reply in time')), timeoutMs);
  call.on('error', reject).on('close', () => {
    clearTimeout(timeout);
    reject(new Error('connection closed before the reply'));
  });
  call.on('response', (response) => {
    let text = '';
    response
      .setEncoding('utf8')
      .on('data', (part: string) => (text += part))
      .on('error', reject)
      .on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text,
          location: response.headers.location,
          cookies: response.headers['set-cookie'] ?? [],
        }),
      );
  });
  call.end(content);
  return promise;
}

/** Sends a request of a person and returns the body of a successful reply. */
export async function callAs<Body>(port: number, affiliateId: number, call: Call, typeId?: number): Promise<Body> {
  const reply = await send(port, { ...call, headers: { ...(await headersOf(affiliateId, typeId)), ...call.headers } });
  if (reply.status !== 200) throw new ReplyError(call.path, reply);
  return JSON.parse(reply.text) as Body;
}

/** The same, of a request that is repeated while the portal is overloaded. */
export async function callPatiently<Body>(...request: Parameters<typeof callAs>): Promise<Body> {
  for (let tries = 1; ; tries++) {
    try {
      return await callAs<Body>(...request);
    } catch (error) {
      if (tries === maxTries || !(error instanceof ReplyError) || error.reply.status !== 503) throw error;
      await wait(retryAfterMs);
    }
  }
}

export class ReplyError extends Error {
  readonly reply: Reply;
  constructor(path: string, reply: Reply) {
    super(`${path}: ${reply.status} ${reply.text.slice(0, 300)}`);
    this.reply = reply;
  }
}
