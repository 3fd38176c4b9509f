import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import { statement } from '#platform/server/db/database.ts';
import { hashAddress } from '#features/identity/server/public.ts';
import { fullNameSql } from '#features/account/server/public.ts';
import { type deskEndpoints, securityPageSize } from '#features/association/shared/contract.ts';

interface EventRow {
  id: number;
  at: Date;
  kind: string;
  affiliateId: number | null;
  name: string | null;
  hasAddressHash: boolean;
  ip: string;
  userAgent: string;
  data: Record<string, unknown>;
  count: number;
  correlationId: string;
}

type Values = [
  before: number,
  affiliateId: number | null,
  addressHashes: string[] | null,
  kind: string,
  day: string | null,
  limit: number,
];

const listEvents = statement<EventRow, Values>(`
  select e.id, e.occurred_at as at, e.kind, e.affiliate_id as "affiliateId", nullif(${fullNameSql('p')}, '') as name,
    e.address_hash is not null as "hasAddressHash", e.ip, e.user_agent as "userAgent", e.data, e.count,
    e.correlation_id as "correlationId"
  from security_event e left join person p using (affiliate_id)
  where e.id < $1 and ($2::bigint is null or e.affiliate_id = $2)
    and ($3::text[] is null or e.address_hash = any ($3) or e.affiliate_id in (
      select affiliate_id from person where sub in (select a.sub::text from account a where lower(a.email) = lower($3[1]))))
    and ($4 = '' or e.kind = $4)
    and ($5::date is null or (e.occurred_at >= $5::date and e.occurred_at < $5::date + 1))
  order by e.id desc limit $6`);

export const securityEventHandlers: Pick<Handlers<typeof deskEndpoints>, 'GET security-events'> = {
  'GET security-events': async (ctx, { query: { affiliateId = null, email, kind = '', day = null, before } }) => {
    // An address without an account is found by its hash, which may have been made with any of the keys.
    const addresses =
      email === undefined ? null : [email, ...ctx.services.env.SECRET_KEYS.map((secret) => hashAddress(secret, email))];
    const rows = await listEvents(
      ctx.db,
      before ?? Number.MAX_SAFE_INTEGER,
      affiliateId,
      addresses,
      kind,
      day,
      securityPageSize + 1,
    );
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
