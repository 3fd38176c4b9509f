import { type Call, type Reply, send } from './caller.ts';

/** A reply with an unexpected status, such as 503 from an overloaded portal. */
class StatusError extends Error {
  readonly status: number;
  constructor(path: string, { status, text }: Reply) {
    super(`${path.slice(0, 60)}: ${status} ${text.slice(0, 200)}`);
    this.status = status;
  }
}

/** A browser with cookies and an address of its own, which counts its requests. */
export class DrillBrowser {
  readonly #cookies = new Map<string, string>();
  readonly #port: number;
  readonly #address: string;
  readonly #onReply: (elapsedMs: number, status: number) => void;

  constructor(port: number, address: string, onReply: (elapsedMs: number, status: number) => void) {
    this.#port = port;
    this.#address = address;
    this.#onReply = onReply;
  }

  async request(call: Call): Promise<Reply> {
    const headers: Record<string, string> = {
      'x-forwarded-for': this.#address,
      host: `localhost:${this.#port}`,
      ...call.headers,
    };
    if (this.#cookies.size > 0) headers['cookie'] = [...this.#cookies].map((pair) => pair.join('=')).join('; ');
    const startedAt = performance.now();
    const reply = await send(this.#port, { timeoutMs: 30_000, ...call, headers }).catch((error: unknown) => {
      this.#onReply(performance.now() - startedAt, 0);
      throw error;
    });
    this.#onReply(performance.now() - startedAt, reply.status);
    for (const line of reply.cookies) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return reply;
  }

  /** Sends a request that must succeed and returns the body. */
  async fetch<Body>(call: Call): Promise<Body> {
    const reply = await this.request(call);
    if (reply.status !== 200) throw new StatusError(call.path, reply);
    return JSON.parse(reply.text) as Body;
  }

  async graphql<Data>(query: string, variables: object, headers: Record<string, string>): Promise<Data> {
    const body = await this.fetch<{ data: Data; errors?: unknown }>({
      path: '/api/graphql',
      body: { query, variables },
      headers,
    });
    if (body.errors !== undefined) throw new Error(JSON.stringify(body.errors).slice(0, 300));
    return body.data;
  }

  /** Opens a page like the address bar. */
  async open(path: string): Promise<void> {
    const reply = await this.request({ path, headers: { accept: 'text/html' } });
    if (reply.status !== 200) throw new StatusError(path, reply);
  }

  /** Signs in with the account service and returns the headers of API requests. */
  async signIn(email: string, password: string): Promise<{ headers: Record<string, string>; affiliateId: number }> {
    const page = await this.#follow('/auth/start');
    const { redirectTo } = await this.fetch<{ redirectTo: string }>({
      path: `${page}/sign-in`,
      body: { email, password },
    });
    await this.#follow(redirectTo);
    const query = '{ querySession { token user { affiliate_id } } }';
    const { querySession } = await this.graphql<{
      querySession: { token: string; user: { affiliate_id: number } } | null;
    }>(query, {}, {});
    if (querySession === null) throw new Error(`no session for ${email} after sign-in`);
    const { affiliate_id: affiliateId } = querySession.user;
    return {
      affiliateId,
      headers: { authorization: `Bearer ${querySession.token}`, 'affiliate-id': String(affiliateId) },
    };
  }

  async #follow(from: string): Promise<string> {
    let location = toPath(from);
    for (let step = 0; step < 10; step++) {
      const reply = await this.request({ path: location, headers: { accept: 'text/html' } });
      if (reply.location === undefined) {
        if (reply.status === 200) return location;
        throw new StatusError(location, reply);
      }
      location = toPath(reply.location);
      if (/\/sso\/interaction\/[\w-]+$/.test(location)) return location;
    }
    throw new Error(`more than 10 redirects from ${from}`);
  }
}

function toPath(location: string): string {
  const { pathname, search } = new URL(location, 'http://localhost');
  return pathname + search;
}
