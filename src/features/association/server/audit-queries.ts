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
  /** A complete action name, or the part before a dot. */
  action: string;
  before: number | null;
}

/**
 * $1 is the entry before which the page starts, $2 the subject, $3 the actor, $4 the action, $5 its prefix, $6 the
 * limit.
 */
type Values = [before: number, subject: string, actorId: number | null, action: string, prefix: string, limit: number];

const isOlder = 'e.seq < $1';
const matchesAction = `($4 = '' or e.action = $4 or starts_with(e.action, $5))`;
const newestFirst = 'order by e.seq desc limit $6';

/** Adds the names of actor and subject, which are resolved from the ids in the entry. */
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
/**
 * Reads the newest entries of each matching action from the index. The number of distinct actions is small, however
 * long the log is.
 */
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

/** Newest first. Each kind of filter has its own index. */
export function listAuditEntries(
  db: Db,
  { subject, actorId, action, before }: AuditFilter,
  limit: number,
): Promise<AuditRow[]> {
  const prefix = action.endsWith('.') ? action : `${action}.`;
  const list = subject !== '' ? listBySubject : actorId !== null ? listByActor : action !== '' ? listByAction : listAll;
  return list(db, before ?? maxSeq, subject, actorId, action, prefix, limit);
}
