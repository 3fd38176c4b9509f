import { sql, type Expression, type QueryCreator, type Selectable } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';

export interface AuditFilter {
  subject: string;
  actorId: number | null;
  /** A complete action name, or the part before a dot. */
  action: string;
  before: number | null;
}

interface Page {
  before: number;
  limit: number;
}
interface ActionFilter {
  action: string;
  prefix: string;
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

const matchesAction = (p: Params<ActionFilter>) =>
  sql<boolean>`(${p.action} = '' or e.action = ${p.action} or starts_with(e.action, ${p.prefix}))`;

const listAll = query((db, p: Params<Page>) => selectWithNames(db, selectOlder(db, p)));

const listBySubject = query((db, p: Params<{ subject: string; actorId: number | null } & ActionFilter & Page>) =>
  selectWithNames(
    db,
    selectOlder(db, p)
      .where('e.subject', '=', p.subject)
      .where((eb) => eb.or([eb(eb.cast(p.actorId, 'int8'), 'is', null), eb('e.actor_affiliate_id', '=', p.actorId)]))
      .where(matchesAction(p)),
  ),
);

const listByActor = query((db, p: Params<{ actorId: number } & ActionFilter & Page>) =>
  selectWithNames(db, selectOlder(db, p).where('e.actor_affiliate_id', '=', p.actorId).where(matchesAction(p))),
);

/**
 * Reads the newest entries of each matching action from the index. The number of distinct actions is small, however
 * long the log is.
 */
const listByAction = query((db, p: Params<ActionFilter & Page>) => {
  const actions = db.selectFrom('audit_entry as e').select('e.action').orderBy('e.action').limit(1);
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
      .selectFrom('kind as k')
      .crossJoinLateral((eb) => selectOlder(db, p).where('e.action', '=', eb.ref('k.action')).as('e'))
      .selectAll('e')
      .where(sql<boolean>`(k.action = ${p.action} or starts_with(k.action, ${p.prefix}))`)
      .orderBy('e.seq', 'desc')
      .limit(p.limit),
  );
});

/** Newest first. Each kind of filter has its own index. */
export function listAuditEntries(
  db: Db,
  { subject, actorId, action, before }: AuditFilter,
  limit: number,
): Promise<Row<typeof listAll>[]> {
  const prefix = action.endsWith('.') ? action : `${action}.`;
  const values = { before: before ?? Number.MAX_SAFE_INTEGER, subject, action, prefix, limit };
  if (subject !== '') return listBySubject(db, { ...values, actorId });
  if (actorId !== null) return listByActor(db, { ...values, actorId });
  return action === '' ? listAll(db, values) : listByAction(db, values);
}
