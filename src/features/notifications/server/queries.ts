import { isoTimestampSql } from '#platform/server/db/iso-timestamp-sql.ts';
import { statement } from '#platform/server/db/database.ts';
import type { Notification, ReadAll } from '#features/notifications/shared/contract.ts';

/** The fields of the contract; rows are returned unchanged. Pages are sorted by the timestamp, so its microseconds matter. */
const columns = `id, affiliate_id, ${isoTimestampSql('timestamp', 'US')} as timestamp, read, name, url, message, kind, version`;

/** The channels chosen for one kind; null for the default. */
type Choice = Pick<ChoiceRow, 'in_portal' | 'by_mail'> | null;

/**
 * A person and their email addresses: their own, or their guardians' if a child has none. Each address has its own
 * choice.
 */
export interface Recipient {
  language: string;
  name: string;
  choice: Choice;
  addresses: {
    affiliateId: number;
    email: string;
    language: string;
    globalUuid: string;
    name: string;
    choice: Choice;
  }[];
}

const choiceSql = (person: string) => `(
  select json_build_object('in_portal', c.in_portal, 'by_mail', c.by_mail) from notification_choice c
  where c.affiliate_id = ${person}.affiliate_id and c.kind = $2)`;

export const findRecipient = statement<Recipient, [affiliateId: number, kind: string]>(`
  select p.language, p.given_name as name, ${choiceSql('p')} as choice,
    coalesce((
      select json_agg(json_build_object('affiliateId', a.affiliate_id, 'email', a.email, 'language', a.language,
        'globalUuid', a.global_uuid, 'name', a.given_name, 'choice', ${choiceSql('a')}) order by a.affiliate_id)
      from person a
      where a.email is not null and (a.affiliate_id = p.affiliate_id or (p.email is null and a.affiliate_id in
        (select g.guardian_id from guardian_link g where g.affiliate_id = p.affiliate_id)))), '[]') as addresses
  from person p where p.affiliate_id = $1`);

export const insertNotification = statement<
  Notification,
  [
    affiliateId: number,
    id: string,
    name: string,
    url: string | null,
    message: string,
    kind: string,
    values: string,
    locale: string,
    isHidden: boolean,
  ]
>(`
  insert into notification (affiliate_id, id, name, url, message, kind, values, locale, read, deleted_at)
  values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, case when $9 then now() end)
  on conflict do nothing
  returning ${columns}`);

export interface PageRow {
  unread: number;
  /** `values` is set if the row was stored in another language than the page's. */
  items: (Notification & { values: Record<string, string | number> | null })[];
}

/**
 * A page after a position and the number of unread notifications, in one statement. The size is part of the text,
 * because a parameter would be planned each time, which takes longer than the query.
 */
export const pageSql = (size: number, unreadOnly: boolean) => `
  with page as (
    select ${columns}, case when locale <> $2 then values end as values from notification
    where affiliate_id = $1 and deleted_at is null ${unreadOnly ? 'and not read' : ''}
      and (timestamp, id) < ($3::timestamptz, $4::uuid)
    order by notification.timestamp desc, id desc limit ${size}
  ), unread as (
    select count(*)::int as count from notification where affiliate_id = $1 and deleted_at is null and not read
  )
  select (select count from unread) as unread, coalesce((select json_agg(page) from page), '[]') as items`;

const preparePage = (size: number, unreadOnly: boolean) =>
  statement<PageRow, [affiliateId: number, locale: string, timestamp: string, id: string]>(pageSql(size, unreadOnly));
const prepared = { all: new Map<number, Page>(), unread: new Map<number, Page>() };
type Page = ReturnType<typeof preparePage>;

export function getPageStatement(size: number, unreadOnly: boolean): Page {
  const pages = unreadOnly ? prepared.unread : prepared.all;
  let page = pages.get(size);
  if (page === undefined) pages.set(size, (page = preparePage(size, unreadOnly)));
  return page;
}

/** Reports whether the row changed, because a repeated request is not published. */
export const updateRead = statement<Notification & { is_changed: boolean }, [number, string, boolean]>(`
  with former as (
    select read as was from notification where affiliate_id = $1 and id = $2 and deleted_at is null for update
  )
  update notification set read = $3, version = version + case when read = $3 then 0 else 1 end
  from former where affiliate_id = $1 and id = $2
  returning ${columns}, former.was <> $3 as is_changed`);

/** Uses the database clock, like the timestamps of the notifications. */
export const markAllRead = statement<Pick<ReadAll, 'until' | 'changed'>, [affiliateId: number]>(`
  with changed as (
    update notification set read = true, version = version + 1
    where affiliate_id = $1 and deleted_at is null and not read and timestamp <= now() returning 1
  )
  select count(*)::int as changed, ${isoTimestampSql('now()', 'US')} as until from changed`);

export const markDeleted = statement<{ id: string }, [affiliateId: number, id: string]>(`
  update notification set deleted_at = now(), version = version + 1
  where affiliate_id = $1 and id = $2 and deleted_at is null returning id`);

export const markRestored = statement<Notification, [affiliateId: number, id: string]>(`
  update notification set deleted_at = null, version = version + 1
  where affiliate_id = $1 and id = $2 and deleted_at is not null returning ${columns}`);

export const purgeDeleted = statement<unknown, []>(
  "delete from notification where deleted_at < now() - interval '1 day'",
);

export interface ChoiceRow {
  kind: string;
  in_portal: boolean;
  by_mail: boolean;
}

export const listChoices = statement<ChoiceRow, [affiliateId: number]>(
  'select kind, in_portal, by_mail from notification_choice where affiliate_id = $1',
);

export const upsertChoice = statement<
  unknown,
  [affiliateId: number, kind: string, inPortal: boolean, byMail: boolean]
>(`
  insert into notification_choice (affiliate_id, kind, in_portal, by_mail) values ($1, $2, $3, $4)
  on conflict (affiliate_id, kind) do update
    set in_portal = excluded.in_portal, by_mail = excluded.by_mail, updated_at = now()`);
