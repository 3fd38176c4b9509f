import { sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { isoTimestamp } from '#platform/server/db/iso-timestamp.ts';
import { query, queryBy, toJson, type Params, type Row } from '#platform/server/db/query.ts';
import type { NoticeValues } from '#features/notifications/shared/notice.ts';

/** The fields of the contract; rows are returned unchanged. Pages are sorted by the timestamp, so its microseconds matter. */
const columns = [
  'id',
  'affiliate_id',
  isoTimestamp('notification.timestamp', 'US').as('timestamp'),
  'read',
  'name',
  'url',
  'message',
  'kind',
  'version',
] as const;

/**
 * A person and their email addresses: their own, or their guardians' if a child has none. Each address has its own
 * choice of channels, which is null for the default.
 */
export const findRecipient = query((db, p: Params<{ affiliateId: number; kind: string }>) => {
  const choice = db
    .selectFrom('notification_choice as c')
    .select(['c.in_portal', 'c.by_mail', 'c.is_muted'])
    .where('c.kind', '=', p.kind);
  return db
    .selectFrom('person as p')
    .select((eb) => [
      'p.language',
      'p.given_name as name',
      jsonObjectFrom(choice.whereRef('c.affiliate_id', '=', eb.ref('p.affiliate_id'))).as('choice'),
      jsonArrayFrom(
        eb
          .selectFrom('person as a')
          .select((eb) => [
            'a.affiliate_id as affiliateId',
            eb.ref('a.email').$notNull().as('email'),
            'a.language',
            'a.global_uuid as globalUuid',
            'a.given_name as name',
            jsonObjectFrom(choice.whereRef('c.affiliate_id', '=', eb.ref('a.affiliate_id'))).as('choice'),
          ])
          .where('a.email', 'is not', null)
          // A union, because PostgreSQL reads all people for a condition with "or" and a subquery.
          .where(
            'a.affiliate_id',
            'in',
            sql<number>`(select p.affiliate_id union all
              select g.guardian_id from guardian_link as g where g.affiliate_id = p.affiliate_id and p.email is null)`,
          )
          .orderBy('a.affiliate_id'),
      ).as('addresses'),
    ])
    .where('p.affiliate_id', '=', p.affiliateId);
});

interface NewNotificationRow {
  affiliateId: number;
  id: string;
  name: string;
  url: string;
  message: string;
  kind: string;
  values: NoticeValues;
  locale: string;
  isHidden: boolean;
}

/** Returns no row when the id already exists. */
export const insertNotification = query((db, p: Params<NewNotificationRow>) =>
  db
    .insertInto('notification')
    .values({
      affiliate_id: p.affiliateId,
      id: p.id,
      name: p.name,
      url: p.url,
      message: p.message,
      kind: p.kind,
      values: toJson(p.values),
      locale: p.locale,
      read: p.isHidden,
      deleted_at: sql`case when ${p.isHidden} then now() end`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns),
);

interface PageShape {
  size: number;
  unreadOnly: boolean;
}
interface PageValues {
  affiliateId: number;
  locale: string;
  timestamp: string;
  id: string;
}

/**
 * A page after a position and the number of unread notifications, in one statement. The size is part of the text,
 * because a parameter would be planned each time, which takes longer than the query. `values` is set if the row was
 * stored in another language than the page's.
 */
export const listPage = queryBy(
  (db, p: Params<PageValues>, { size, unreadOnly }: PageShape) => {
    const own = db.selectFrom('notification').where('affiliate_id', '=', p.affiliateId).where('deleted_at', 'is', null);
    return db
      .with('page', () =>
        (unreadOnly ? own.where('read', '=', false) : own)
          .select(columns)
          .select((eb) => eb.case().when('locale', '<>', p.locale).then(eb.ref('values')).end().as('values'))
          .where(sql<boolean>`(timestamp, id) < (${p.timestamp}::timestamptz, ${p.id}::uuid)`)
          .orderBy('notification.timestamp', 'desc')
          .orderBy('id', 'desc')
          .limit(size),
      )
      .with('unread', () => own.where('read', '=', false).select((eb) => eb.fn.countAll<number>().as('count')))
      .selectNoFrom((eb) => [
        eb.selectFrom('unread').select('unread.count').$asScalar().$notNull().as('unread'),
        jsonArrayFrom(eb.selectFrom('page').selectAll()).as('items'),
      ]);
  },
  [
    { size: 30, unreadOnly: false },
    { size: 30, unreadOnly: true },
  ],
);

export type PageItem = Row<ReturnType<typeof listPage>>['items'][number];

/** Reports whether the row changed, because a repeated request isn't published. */
export const updateRead = query((db, p: Params<{ affiliateId: number; id: string; read: boolean }>) =>
  db
    .with('former', (db) =>
      db
        .selectFrom('notification')
        .select('read as was_read')
        .where('affiliate_id', '=', p.affiliateId)
        .where('id', '=', p.id)
        .where('deleted_at', 'is', null)
        .forNoKeyUpdate(),
    )
    .updateTable('notification')
    .from('former')
    .set((eb) => ({
      read: p.read,
      version: sql`${eb.ref('version')} + case when read = ${p.read} then 0 else 1 end`,
    }))
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id)
    .returning(columns)
    .returning((eb) => eb('former.was_read', '<>', p.read).as('is_changed')),
);

/** Uses the database clock, like the timestamps of the notifications. */
export const markAllRead = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .with('changed', (db) =>
      db
        .updateTable('notification')
        .set((eb) => ({ read: true, version: eb('version', '+', 1) }))
        .where('affiliate_id', '=', p.affiliateId)
        .where('deleted_at', 'is', null)
        .where('read', '=', false)
        .where('timestamp', '<=', sql<Date>`now()`)
        .returning('id'),
    )
    .selectFrom('changed')
    .select((eb) => [eb.fn.countAll<number>().as('changed'), isoTimestamp(sql`now()`, 'US').as('until')]),
);

export const markDeleted = query((db, p: Params<{ affiliateId: number; id: string }>) =>
  db
    .updateTable('notification')
    .set((eb) => ({ deleted_at: sql`now()`, version: eb('version', '+', 1) }))
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id)
    .where('deleted_at', 'is', null)
    .returning('id'),
);

export const markRestored = query((db, p: Params<{ affiliateId: number; id: string }>) =>
  db
    .updateTable('notification')
    .set((eb) => ({ deleted_at: null, version: eb('version', '+', 1) }))
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id)
    .where('deleted_at', 'is not', null)
    .returning(columns),
);

export const deleteOldNotifications = query((db) =>
  db.deleteFrom('notification').where('deleted_at', '<', sql<Date>`now() - interval '1 day'`),
);

export const listChoices = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('notification_choice')
    .select(['kind', 'in_portal', 'by_mail', 'is_muted'])
    .where('affiliate_id', '=', p.affiliateId),
);

export type Choice = Row<typeof listChoices>;

export const upsertChoice = query(
  (db, p: Params<{ affiliateId: number; kind: string; inPortal: boolean; byMail: boolean; isMuted: boolean }>) =>
    db
      .insertInto('notification_choice')
      .values({
        affiliate_id: p.affiliateId,
        kind: p.kind,
        in_portal: p.inPortal,
        by_mail: p.byMail,
        is_muted: p.isMuted,
      })
      .onConflict((conflict) =>
        conflict.columns(['affiliate_id', 'kind']).doUpdateSet((eb) => ({
          in_portal: eb.ref('excluded.in_portal'),
          by_mail: eb.ref('excluded.by_mail'),
          is_muted: eb.ref('excluded.is_muted'),
          updated_at: sql`now()`,
        })),
      ),
);

/** What decides which notices can reach a person. */
export const findReader = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('person as p')
    .select((eb) => [
      'p.affiliate_type_id as affiliateTypeId',
      'p.birthdate',
      eb
        .exists(eb.selectFrom('guardian_link as g').whereRef('g.guardian_id', '=', 'p.affiliate_id'))
        .$castTo<boolean>()
        .as('isGuardian'),
    ])
    .where('p.affiliate_id', '=', p.affiliateId),
);
