import { sql } from 'kysely';
import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import { query, queryBy, type Params } from '#platform/server/db/query.ts';
import { hashAddress } from '#features/identity/server/public.ts';
import { type deskEndpoints, securityPageSize } from '#features/association/shared/contract.ts';

interface EventFilter {
  before: number;
  affiliateId: number;
  affiliateIds: number[];
  addressHashes: string[];
  kind: string;
  day: string;
  limit: number;
}

/** The filters in use. */
interface EventFilters {
  hasPerson: boolean;
  hasEmail: boolean;
  hasKind: boolean;
  hasDay: boolean;
}

const listAccountOwners = query((db, p: Params<{ email: string }>) =>
  db
    .selectFrom('person')
    .select('affiliate_id as affiliateId')
    .where(
      'sub',
      'in',
      db
        .selectFrom('account as a')
        .select((eb) => eb.cast<string>('a.sub', 'text').as('sub'))
        .where(sql<boolean>`lower(a.email) = lower(${p.email})`),
    ),
);

/** Each filter has an index, so a filter without a match doesn't read all events. */
export const listEvents = queryBy(
  (db, p: Params<EventFilter>, { hasPerson, hasEmail, hasKind, hasDay }: EventFilters) =>
    db
      .selectFrom('security_log as e')
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
      .$if(hasPerson, (qb) => qb.where('e.affiliate_id', '=', p.affiliateId))
      .$if(hasEmail, (qb) =>
        qb.where((eb) =>
          eb.or([
            eb('e.affiliate_id', '=', eb.fn.any(p.affiliateIds)),
            eb('e.address_hash', '=', eb.fn.any(p.addressHashes)),
          ]),
        ),
      )
      .$if(hasKind, (qb) => qb.where('e.kind', '=', p.kind))
      .$if(hasDay, (qb) =>
        qb.where(sql<boolean>`(e.occurred_at >= ${p.day}::date and e.occurred_at < ${p.day}::date + 1)`),
      )
      .orderBy('e.id', 'desc')
      .limit(p.limit),
  [
    { hasPerson: false, hasEmail: false, hasKind: false, hasDay: false },
    { hasPerson: true, hasEmail: true, hasKind: true, hasDay: true },
  ],
  { isReplanned: true },
);

export const securityEventHandlers: Pick<Handlers<typeof deskEndpoints>, 'GET security-events'> = {
  'GET security-events': async (ctx, { query: { affiliateId, email, kind, day, before } }) => {
    const filters = {
      hasPerson: affiliateId !== undefined,
      hasEmail: email !== undefined,
      hasKind: kind !== undefined,
      hasDay: day !== undefined,
    };
    const rows = await ctx.services.database.readFromReplica(ctx.db, async (db) => {
      const owners = email === undefined ? [] : await listAccountOwners(db, { email });
      return listEvents(filters)(db, {
        before: before ?? Number.MAX_SAFE_INTEGER,
        affiliateId: affiliateId ?? 0,
        affiliateIds: owners.map((owner) => owner.affiliateId),
        // An address without an account is found by its hash, which may have been made with any of the keys.
        addressHashes:
          email === undefined ? [] : ctx.services.env.SECRET_KEYS.map((secret) => hashAddress(secret, email)),
        kind: kind ?? '',
        day: day ?? '',
        limit: securityPageSize + 1,
      });
    });
    await appendAudit(ctx.db, {
      actor: ctx.user.affiliateId,
      action: 'security_events.read',
      subject: affiliateId === undefined ? 'security_events' : `person:${affiliateId}`,
      data: { kind: kind ?? '', day: day ?? null, hasEmail: filters.hasEmail },
      correlationId: ctx.correlationId,
    });
    return {
      items: rows.slice(0, securityPageSize).map(({ at, ...row }) => ({ ...row, date: at.toISOString() })),
      hasMore: rows.length > securityPageSize,
    };
  },
};
