import { type Db, statement } from '#platform/server/db/database.ts';
import { fullNameSql } from '#features/account/server/public.ts';

export interface AuditRow {
  seq: number;
  at: Date;
  actorId: number | null;
  actorName: string | null;
  action: string;
  subject: string;
  subjectName: string | null;
  data: Record<string, unknown>;
  correlationId: string;
  hash: string;
}

export interface AuditFilter {
  subject: string;
  actorId: number | null;
  /** A deed by its whole name, or the part before a dot. */
  action: string;
  before: number | null;
}

/** $1 before which entry, $2 subject, $3 actor, $4 action, $5 how its longer names begin, $6 how many. */
type Values = [before: number, subject: string, actorId: number | null, action: string, prefix: string, limit: number];

const isOlder = 'e.seq < $1';
const matchesAction = `($4 = '' or e.action = $4 or starts_with(e.action, $5))`;
const newestFirst = 'order by e.seq desc limit $6';

/** Who it was, and whom it was about: by the number in it, in the same statement. */
const selectWithNames = (entries: string) => `
  with entry as materialized (${entries})
  select e.seq, e.at, e.actor_affiliate_id as "actorId", nullif(${fullNameSql('a')}, '') as "actorName", e.action, e.subject,
    nullif(${fullNameSql('s')}, '') as "subjectName", e.data, e.correlation_id as "correlationId", e.hash
  from entry e
    left join person a on a.affiliate_id = e.actor_affiliate_id
    left join application p on p.id = substring(e.subject from '^application:(\\d{1,15})$')::bigint
    left join person s
      on s.affiliate_id = coalesce(substring(e.subject from '^person:(\\d{1,15})$')::bigint, p.affiliate_id)
  order by e.seq desc`;

const listAll = statement<AuditRow, Values>(
  selectWithNames(`select e.* from audit_entry e
    where ${isOlder} and $2 = '' and $3::bigint is null and ${matchesAction} ${newestFirst}`),
);
const listBySubject = statement<AuditRow, Values>(
  selectWithNames(`select e.* from audit_entry e
    where e.subject = $2 and ${isOlder} and ($3::bigint is null or e.actor_affiliate_id = $3) and ${matchesAction} ${newestFirst}`),
);
const listByActor = statement<AuditRow, Values>(
  selectWithNames(`select e.* from audit_entry e
    where e.actor_affiliate_id = $3 and $2 = '' and ${isOlder} and ${matchesAction} ${newestFirst}`),
);
/** Of each deed that is meant the newest ones, from the index: few kinds exist, however long the trail is. */
const listByAction = statement<AuditRow, Values>(
  selectWithNames(`
    with recursive kind as (
      (select e.action from audit_entry e order by e.action limit 1)
      union all
      select (select e.action from audit_entry e where e.action > k.action order by e.action limit 1)
      from kind k where k.action is not null
    )
    select e.* from kind k cross join lateral (
      select e.* from audit_entry e
      where e.action = k.action and ${isOlder} and $2 = '' and $3::bigint is null ${newestFirst}
    ) e
    where k.action = $4 or starts_with(k.action, $5) ${newestFirst}`),
);

const maxSeq = Number.MAX_SAFE_INTEGER;

/** Newest first; each way of asking has an index of its own. */
export function listAuditEntries(
  db: Db,
  { subject, actorId, action, before }: AuditFilter,
  limit: number,
): Promise<AuditRow[]> {
  const prefix = action.endsWith('.') ? action : `${action}.`;
  const list = subject !== '' ? listBySubject : actorId !== null ? listByActor : action !== '' ? listByAction : listAll;
  return list(db, before ?? maxSeq, subject, actorId, action, prefix, limit);
}
