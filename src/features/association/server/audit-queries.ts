import { sql, type Expression, type QueryCreator, type Selectable } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { query, queryBy, type Params, type Row } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import { readingActions } from '#domain/audit-actions.ts';

export interface AuditFilter {
  subject: string;
  actorId: number | null;
  /** A complete action name, or the part before a dot. */
  action: string;
  before: number | null;
  /** Leaves out entries that only record an access. */
  isChangesOnly: boolean;
}

interface Page {
  before: number;
  limit: number;
}
type FilterValues = Omit<AuditFilter, 'before' | 'isChangesOnly'> &
  Page & { prefix: string; excluded: readonly string[] };

/** The filters in use. */
interface FilterShape {
  hasSubject: boolean;
  hasActor: boolean;
}

/** Adds the names of actor and subject, which are resolved from the ids in the entry. */
const selectWithNames = (db: QueryCreator<Tables>, entries: Expression<Selectable<Tables['audit_entry']>>) =>
  db
    .with(
      (cte) => cte('entry').materialized(),
      () => entries,
    )
    .selectFrom('entry as e')
    .leftJoin('person_name as a', 'a.affiliate_id', 'e.actor_affiliate_id')
    .leftJoin('application as p', (join) =>
      join.on('p.id', '=', sql<number>`substring(e.subject from '^application:(\\d{1,15})$')::bigint`),
    )
    .leftJoin('person_name as s', (join) =>
      join.on(
        's.affiliate_id',
        '=',
        sql<number>`coalesce(substring(e.subject from '^person:(\\d{1,15})$')::bigint, p.affiliate_id)`,
      ),
    )
    .select([
      'e.seq',
      'e.at',
      'e.actor_affiliate_id as actorId',
      sql<string | null>`nullif(a.full_name, '')`.as('actorName'),
      'e.action',
      'e.subject',
      sql<string | null>`nullif(s.full_name, '')`.as('subjectName'),
      'e.data',
      'e.correlation_id as correlationId',
      'e.hash',
    ])
    .orderBy('e.seq', 'desc');

const selectOlder = (db: QueryCreator<Tables>, p: Params<Page>) =>
  db
    .selectFrom('audit_entry as e')
    .selectAll('e')
    .where('e.seq', '<', p.before)
    .orderBy('e.seq', 'desc')
    .limit(p.limit);

const listAll = query((db, p: Params<Page>) => selectWithNames(db, selectOlder(db, p)));

/** The newest of these actions on a subject. */
export const findLatestEntry = query((db, p: Params<{ subject: string; since: string; actions: readonly string[] }>) =>
  selectWithNames(
    db,
    db
      .selectFrom('audit_entry as e')
      .selectAll('e')
      .where('e.subject', '=', p.subject)
      .where(sql<boolean>`e.action = any (${p.actions}::text[])`)
      .where(sql<boolean>`e.at >= ${p.since}::timestamptz`)
      .orderBy('e.seq', 'desc')
      .limit(1),
  ),
);

/** The subjects by which the log knows people: themselves and their applications. */
export const listSubjects = query((db, p: Params<{ affiliateIds: readonly number[]; limit: number }>) =>
  db
    .selectFrom('application as a')
    .select(sql<string>`'application:' || a.id`.as('subject'))
    .where(sql<boolean>`a.affiliate_id = any (${p.affiliateIds}::bigint[])`)
    .orderBy('a.id', 'desc')
    .limit(p.limit),
);

type IndexValue = [column: keyof Tables['audit_entry'], value: Expression<unknown>];

/** Entries with these values, newest first, from the index that begins with these columns. */
function selectRange(db: QueryCreator<Tables>, values: readonly IndexValue[], before: Expression<number>) {
  const columns = [...values.map(([column]) => sql.ref(`e.${column}`)), sql.ref('e.seq')];
  const start = values.map(([, value]) => value);
  return db
    .selectFrom('audit_entry as e')
    .where(sql<boolean>`(${sql.join(columns)}) >= (${sql.join([...start, sql`0`])})`)
    .where(sql<boolean>`(${sql.join(columns)}) < (${sql.join([...start, before])})`)
    .orderBy(sql.join(columns.map((column) => sql`${column} desc`)));
}

/**
 * Reads the newest entries of each matching action from the index of the filter. The number of distinct actions is small,
 * however long the log is, and an action without entries costs one look into the index.
 *
 * With one filter, the range and order are those of its index, because PostgreSQL otherwise looks for an actor's rare
 * action through all entries, newest first, if it takes the action for a common one. With two, it chooses the index.
 */
const listFiltered = queryBy(
  (db, p: Params<FilterValues>, { hasSubject, hasActor }: FilterShape) => {
    const matching = db
      .selectFrom('audit_entry as e')
      .$if(hasSubject, (entries) => entries.where('e.subject', '=', p.subject))
      .$if(hasActor, (entries) => entries.where('e.actor_affiliate_id', '=', p.actorId));
    // All actions of the subject, also those of other people: the index of the subject doesn't have the actor.
    const actions = (hasSubject ? db.selectFrom('audit_entry as e').where('e.subject', '=', p.subject) : matching)
      .select('e.action')
      .orderBy('e.action')
      .limit(1);
    const filter: IndexValue[] = hasSubject
      ? [['subject', p.subject]]
      : hasActor
        ? [['actor_affiliate_id', p.actorId]]
        : [];
    return selectWithNames(
      db,
      db
        .withRecursive('kind', (db) =>
          db.selectNoFrom(actions.as('action')).unionAll(
            db
              .selectFrom('kind as k')
              .select((eb) => actions.where('e.action', '>', eb.ref('k.action')).as('action'))
              .where('k.action', 'is not', null),
          ),
        )
        .with('page', (db) =>
          db
            .selectFrom('kind as k')
            .crossJoinLateral((eb) =>
              (hasSubject && hasActor
                ? matching
                    .where('e.action', '=', eb.ref('k.action'))
                    .where('e.seq', '<', p.before)
                    .orderBy('e.seq', 'desc')
                : selectRange(db, [...filter, ['action', eb.ref('k.action')]], p.before)
              )
                .select('e.seq')
                .limit(p.limit)
                .as('e'),
            )
            .select('e.seq')
            .where('k.action', 'is not', null)
            .where(sql<boolean>`k.action <> all (${p.excluded}::text[])`)
            .where(sql<boolean>`(${p.action} = '' or k.action = ${p.action} or starts_with(k.action, ${p.prefix}))`)
            .orderBy('e.seq', 'desc')
            .limit(p.limit),
        )
        .selectFrom('page')
        .innerJoin('audit_entry as e', 'e.seq', 'page.seq')
        .selectAll('e'),
    );
  },
  [
    { hasSubject: false, hasActor: false },
    { hasSubject: false, hasActor: true },
    { hasSubject: true, hasActor: false },
    { hasSubject: true, hasActor: true },
  ],
  { isReplanned: true },
);

/** Newest first. */
export function listAuditEntries(
  db: Db,
  { subject, actorId, action, before, isChangesOnly }: AuditFilter,
  limit: number,
): Promise<Row<typeof listAll>[]> {
  const page = { before: before ?? Number.MAX_SAFE_INTEGER, limit };
  const shape = { hasSubject: subject !== '', hasActor: actorId !== null };
  if (!shape.hasSubject && !shape.hasActor && action === '' && !isChangesOnly) return listAll(db, page);
  const prefix = action.endsWith('.') ? action : `${action}.`;
  const excluded = isChangesOnly ? readingActions : [];
  return listFiltered(shape)(db, { ...page, subject, actorId, action, prefix, excluded });
}
