import { sql } from 'kysely';
import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import { hashAddress } from '#features/identity/server/public.ts';
import { type deskEndpoints, securityPageSize } from '#features/association/shared/contract.ts';

interface EventFilter {
  before: number;
  affiliateId: number | null;
  email: string | null;
  addressHashes: string[];
  kind: string;
  day: string | null;
  limit: number;
}

const listEvents = query((db, p: Params<EventFilter>) =>
  db
    .selectFrom('security_event as e')
    .leftJoin('person_name as n', 'n.affiliate_id', 'e.affiliate_id')
    .select((eb) => [
      'e.id',
      'e.occurred_at as at',
      'e.kind',
      'e.affiliate_id as affiliateId',
      sql<string | null>`nullif(n.full_name, '')`.as('name'),
      eb('e.address_hash', 'is not', null).as('hasAddressHash'),
      'e.ip',
      'e.user_agent as userAgent',
      'e.data',
      'e.count',
      'e.correlation_id as correlationId',
    ])
    .where('e.id', '<', p.before)
    .where((eb) => eb.or([eb(eb.cast(p.affiliateId, 'int8'), 'is', null), eb('e.affiliate_id', '=', p.affiliateId)]))
    .where((eb) =>
      eb.or([
        eb(eb.cast(p.email, 'text'), 'is', null),
        eb('e.address_hash', '=', eb.fn.any(p.addressHashes)),
        eb(
          'e.affiliate_id',
          'in',
          eb
            .selectFrom('person')
            .select('affiliate_id')
            .where(
              'sub',
              'in',
              eb
                .selectFrom('account as a')
                .select((eb) => eb.cast<string>('a.sub', 'text').as('sub'))
                .where(sql<boolean>`lower(a.email) = lower(${p.email})`),
            ),
        ),
      ]),
    )
    .where((eb) => eb.or([eb(p.kind, '=', ''), eb('e.kind', '=', p.kind)]))
    .where(
      sql<boolean>`(${p.day}::date is null or (e.occurred_at >= ${p.day}::date and e.occurred_at < ${p.day}::date + 1))`,
    )
    .orderBy('e.id', 'desc')
    .limit(p.limit),
);

export const securityEventHandlers: Pick<Handlers<typeof deskEndpoints>, 'GET security-events'> = {
  'GET security-events': async (ctx, { query: { affiliateId = null, email, kind = '', day = null, before } }) => {
    // An address without an account is found by its hash, which may have been made with any of the keys.
    const addressHashes =
      email === undefined ? [] : ctx.services.env.SECRET_KEYS.map((secret) => hashAddress(secret, email));
    const rows = await listEvents(ctx.db, {
      before: before ?? Number.MAX_SAFE_INTEGER,
      affiliateId,
      email: email ?? null,
      addressHashes,
      kind,
      day,
      limit: securityPageSize + 1,
    });
    await appendAudit(ctx.db, {
      actor: ctx.user.affiliateId,
      action: 'security_events.read',
      subject: affiliateId === null ? 'security_events' : `person:${affiliateId}`,
      data: { kind, day, hasEmail: email !== undefined },
      correlationId: ctx.correlationId,
    });
    return {
      items: rows.slice(0, securityPageSize).map(({ at, ...row }) => ({ ...row, date: at.toISOString() })),
      hasMore: rows.length > securityPageSize,
    };
  },
};
