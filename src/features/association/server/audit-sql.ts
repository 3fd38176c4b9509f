import { type Db, statement } from '../../../platform/server/db.ts';
import { nameOf } from '../../account/server/public.ts';

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

const older = 'e.seq < $1';
const ofAction = `($4 = '' or e.action = $4 or starts_with(e.action, $5))`;
const newest = 'order by e.seq desc limit $6';

/** Who it was, and whom it was about: by the number in it, in the same statement. */
const withNames = (entries: string) => `
  with entry as materialized (${entries})
  select e.seq, e.at, e.actor_affiliate_id as "actorId", nullif(${nameOf('a')}, '') as "actorName", e.action, e.subject,
    nullif(${nameOf('s')}, '') as "subjectName", e.data, e.correlation_id as "correlationId", e.hash
  from entry e
    left join person a on a.affiliate_id = e.actor_affiliate_id
    left join application p on p.id = substring(e.subject from '^application:(\\d{1,15})$')::bigint
    left join person s
      on s.affiliate_id = coalesce(substring(e.subject from '^person:(\\d{1,15})$')::bigint, p.affiliate_id)
  order by e.seq desc`;

const listAll = statement<AuditRow, Values>(
  withNames(`select e.* from audit_entry e
    where ${older} and $2 = '' and $3::bigint is null and ${ofAction} ${newest}`),
);
const listOfSubject = statement<AuditRow, Values>(
  withNames(`select e.* from audit_entry e
    where e.subject = $2 and ${older} and ($3::bigint is null or e.actor_affiliate_id = $3) and ${ofAction} ${newest}`),
);
const listOfActor = statement<AuditRow, Values>(
  withNames(`select e.* from audit_entry e
    where e.actor_affiliate_id = $3 and $2 = '' and ${older} and ${ofAction} ${newest}`),
);
/** Of each deed that is meant the newest ones, from the index: few kinds exist, however long the trail is. */
const listOfAction = statement<AuditRow, Values>(
  withNames(`
    with recursive kind as (
      (select e.action from audit_entry e order by e.action limit 1)
      union all
      select (select e.action from audit_entry e where e.action > k.action order by e.action limit 1)
      from kind k where k.action is not null
    )
    select e.* from kind k cross join lateral (
      select e.* from audit_entry e
      where e.action = k.action and ${older} and $2 = '' and $3::bigint is null ${newest}
    ) e
    where k.action = $4 or starts_with(k.action, $5) ${newest}`),
);

const newestOfAll = Number.MAX_SAFE_INTEGER;

/** Newest first; each way of asking has an index of its own. */
export function listEntries(
  db: Db,
  { subject, actorId, action, before }: AuditFilter,
  limit: number,
): Promise<AuditRow[]> {
  const prefix = action.endsWith('.') ? action : `${action}.`;
  const list = subject !== '' ? listOfSubject : actorId !== null ? listOfActor : action !== '' ? listOfAction : listAll;
  return list(db, before ?? newestOfAll, subject, actorId, action, prefix, limit);
}
