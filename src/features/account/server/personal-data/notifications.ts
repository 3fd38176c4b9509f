import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import type { MessageValues } from '#platform/server/i18n/messages.ts';
import { pickLocale } from '#platform/shared/locale.ts';
import { notify } from '#features/notifications/server/public.ts';
import { accountNotices } from '#features/account/shared/notices.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { isMinor } from '#domain/age.ts';
import { listRetainedTables } from './erasure-rules.ts';

const columns = [
  'affiliate_id as affiliateId',
  'sub',
  'email',
  'given_name as givenName',
  'middle_name as middleName',
  'family_name as familyName',
  'birthdate',
  'language',
] as const;

const findPerson = query((db, p: Params<{ affiliateId: number }>) =>
  db.selectFrom('person').select(columns).where('affiliate_id', '=', p.affiliateId),
);

/** A person who is notified, in their language. */
export type Recipient = Row<typeof findPerson>;

const listGuardians = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('person')
    .select(columns)
    .where('affiliate_id', 'in', (eb) =>
      eb.selectFrom('guardian_link as g').select('g.guardian_id').where('g.affiliate_id', '=', p.affiliateId),
    )
    .orderBy('affiliate_id'),
);

/** A person's row always exists: erasure only anonymizes it. */
export async function findRecipient(db: Db, affiliateId: number): Promise<Recipient> {
  const reader = await findPerson.first(db, { affiliateId });
  if (reader === undefined) throw new Error('person not found');
  return reader;
}

/** The requester, the guardians of a minor, and the person. People who share an address get one mail. */
export async function listRecipients(db: Db, affiliateId: number, requestedBy: number): Promise<Recipient[]> {
  const person = await findRecipient(db, affiliateId);
  const requester = affiliateId === requestedBy ? [] : [await findRecipient(db, requestedBy)];
  const guardians = isMinor(person.birthdate, toIsoDate(new Date())) ? await listGuardians(db, { affiliateId }) : [];
  const getKey = (reader: Recipient) => reader.email?.toLowerCase() ?? reader.affiliateId;
  const readers = new Map<string | number, Recipient>();
  for (const reader of [...requester, ...guardians, person])
    if (!readers.has(getKey(reader))) readers.set(getKey(reader), reader);
  return [...readers.values()];
}

const notices = {
  export_ready: accountNotices.exportReady,
  export_failed: accountNotices.exportFailed,
  deletion_requested: accountNotices.deletionRequested,
  deletion_cancelled: accountNotices.deletionCancelled,
} as const;

/** Notifies one recipient; guardians are recipients themselves. */
export async function notifyRecipient(
  services: Services,
  db: Db,
  reader: Recipient,
  what: keyof typeof notices,
  subjectId: number,
  values: Record<string, string | number>,
): Promise<void> {
  await notify(services, db, {
    to: reader.affiliateId,
    notice: notices[what],
    values: { ...values, whose: subjectId === reader.affiliateId ? 'you' : 'other' },
    path: `/account${subjectId === reader.affiliateId ? '' : `?for=${subjectId}`}`,
    notifiesGuardians: false,
  });
}

/** Sent without an affiliate id, because the mail has to outlive the person's own data. */
export async function sendErasureMail(
  services: Services,
  db: Db,
  reader: Recipient,
  values: MessageValues,
): Promise<void> {
  if (reader.email === null) return;
  const locale = pickLocale([reader.language]);
  await services.mail.sendMail(db, { to: reader.email, locale, template: 'account.mail.deletion_done', values });
}

/** Lists the retained data, one line each, in the reader's language. */
export async function describeRetainedData({ messages }: Services, db: Db, language: string): Promise<string> {
  const retained = await listRetainedTables(db);
  return retained
    .map(({ table }) => `– ${messages.format(pickLocale([language]), `account.deletion.kept.${table}`)}`)
    .join('\n');
}
