import type { FastifyRequest } from 'fastify';
import { CodedError } from '#platform/shared/errors.ts';
import { sql } from 'kysely';
import type { Database } from '#platform/server/db/database.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import { getIpNetwork } from '#platform/server/http/ip-network.ts';
import type { Services } from '#platform/server/http/context.ts';
import { ForgedTokenError, type AccessTokens, type Principal } from './access-tokens.ts';

type RequestOrigin = Pick<FastifyRequest, 'ip' | 'id' | 'headers' | 'log'>;
type DeniedKind = 'call.refused' | 'token.forged';
type FailedAttemptKind = 'sign_in.failed' | 'sign_in.second_factor_failed' | 'identity.confirm_failed';

export interface FailedAttempt {
  kind: FailedAttemptKind;
  /** Null if the account is unknown. */
  affiliateId: number | null;
}

interface Counter {
  key: string;
  kind: DeniedKind | FailedAttemptKind;
  affiliateId: number | null;
  call: string;
  ip: string;
  userAgent: string;
  correlationId: string;
  count: number;
  /** The beginning of the hour, so that all counts of a key are in one partition. */
  occurredAt: Date;
}

export interface SecurityEventCounter {
  /** Counts a request that was denied or carried a forged token. Never waits and never throws. */
  count(request: RequestOrigin, call: string, principal: Pick<Principal, 'affiliateId'> | null, error: unknown): void;
  /** Counts a failed attempt to prove an identity. Never waits and never throws. */
  countFailure(request: FastifyRequest, failure: FailedAttempt): void;
  /** Writes the counters to the database. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

const flushMs = 10_000;
/** Per hour and process. Anonymous requests of further networks share a counter, so a flood adds few rows. */
const anonymousNetworkLimit = 500;
const counterLimit = 5_000;

/** Events of people who were erased since are dropped. */
const upsertCounter = query((db, p: Params<Counter>) =>
  db
    .insertInto('security_log')
    .columns([
      'occurred_at',
      'kind',
      'affiliate_id',
      'ip',
      'user_agent',
      'data',
      'correlation_id',
      'counter_key',
      'count',
    ])
    .expression(
      db
        .selectNoFrom([
          p.occurredAt.as('occurred_at'),
          p.kind.as('kind'),
          p.affiliateId.as('affiliate_id'),
          p.ip.as('ip'),
          p.userAgent.as('user_agent'),
          sql`jsonb_build_object('call', ${p.call}::text)`.as('data'),
          p.correlationId.as('correlation_id'),
          p.key.as('counter_key'),
          p.count.as('count'),
        ])
        .where((eb) =>
          eb.or([
            eb(eb.cast(p.affiliateId, 'int8'), 'is', null),
            eb.exists(eb.selectFrom('person').where('affiliate_id', '=', p.affiliateId)),
          ]),
        ),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['counter_key', 'occurred_at'])
        .where('counter_key', 'is not', null)
        .doUpdateSet((eb) => ({
          count: sql`least(security_log.count::bigint + excluded.count, 2000000000)`,
          ip: eb.ref('excluded.ip'),
          user_agent: eb.ref('excluded.user_agent'),
          correlation_id: eb.ref('excluded.correlation_id'),
        })),
    ),
);

/** Counts in memory and writes every few seconds, because a flood of requests must not fill the database. */
export function createSecurityEventCounter(
  database: Database,
  onError: (error: unknown) => void,
): SecurityEventCounter {
  let counters = new Map<string, Counter>();
  let anonymous = { hour: '', networks: new Set<string>() };

  function getNetworkKey(ip: string, hour: string): string {
    if (anonymous.hour !== hour) anonymous = { hour, networks: new Set() };
    const network = getIpNetwork(ip);
    if (anonymous.networks.size < anonymousNetworkLimit) anonymous.networks.add(network);
    return anonymous.networks.has(network) ? network : 'others';
  }

  function add(
    request: RequestOrigin,
    { kind, affiliateId, call }: Pick<Counter, 'kind' | 'affiliateId' | 'call'>,
  ): void {
    const hour = new Date().toISOString().slice(0, 13);
    const networkKey = affiliateId === null ? getNetworkKey(request.ip, hour) : null;
    const key = `${hour}:${kind}:${affiliateId ?? networkKey}:${networkKey === 'others' ? '' : call}`;
    const known = counters.get(key);
    if (known === undefined && counters.size >= counterLimit) return;
    const entry: Counter = known ?? {
      key,
      kind,
      affiliateId,
      call: networkKey === 'others' ? '' : call,
      ip: '',
      userAgent: '',
      correlationId: '',
      count: 0,
      occurredAt: new Date(`${hour}:00:00.000Z`),
    };
    entry.count += 1;
    entry.ip = networkKey === 'others' ? '' : request.ip;
    entry.userAgent = networkKey === 'others' ? '' : (request.headers['user-agent'] ?? '').slice(0, 300);
    entry.correlationId = request.id;
    counters.set(key, entry);
    if (known === undefined)
      request.log.info({ security: kind, affiliateId, call, correlationId: request.id }, 'security event');
  }

  const counter: SecurityEventCounter = {
    count(request, call, principal, error) {
      const kind = getDeniedKind(error);
      if (kind !== null) add(request, { kind, affiliateId: principal?.affiliateId ?? null, call });
    },

    countFailure: (request, failure) =>
      add(request, { ...failure, call: `${request.method} ${request.routeOptions.url ?? ''}` }),

    async flush() {
      const pending = [...counters.values()];
      counters = new Map();
      for (const counter of pending) await upsertCounter(database.db, counter);
    },

    async close() {
      clearInterval(timer);
      await counter.flush().catch(onError);
    },
  };
  const timer = setInterval(() => void counter.flush().catch(onError), flushMs).unref();
  return counter;
}

/** A handler for `catch` that counts a denied request and rethrows the error. */
export function countDenial(
  services: Pick<Services, 'tokens' | 'securityEvents'>,
  request: FastifyRequest,
  call: string,
  /** A WebSocket sends its token in the first message, not in a header. */
  authorization: unknown = request.headers.authorization,
): (reason: unknown) => never {
  return (reason) => {
    if (getDeniedKind(reason) !== null)
      services.securityEvents?.count(request, call, findCaller(services.tokens, authorization), reason);
    throw reason;
  };
}

function findCaller(tokens: AccessTokens, authorization: unknown): Principal | null {
  const bearer = /^bearer (.+)$/i.exec(typeof authorization === 'string' ? authorization : '')?.[1];
  try {
    return bearer === undefined ? null : tokens.verify(bearer);
  } catch {
    return null;
  }
}

/** Expired tokens are ordinary, because pages refresh theirs. Tokens that we never signed are not. */
function getDeniedKind(error: unknown): DeniedKind | null {
  if (!(error instanceof CodedError)) return null;
  if (error.code === 'access.denied') return 'call.refused';
  return error.code === 'session.invalid' && error.cause instanceof ForgedTokenError ? 'token.forged' : null;
}
