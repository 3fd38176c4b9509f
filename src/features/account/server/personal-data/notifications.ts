import type { Services } from '#platform/server/http/context.ts';
import { type Db, statement } from '#platform/server/db/database.ts';
import type { MessageValues } from '#platform/server/i18n/messages.ts';
import { pickLocale } from '#platform/shared/locale.ts';
import { notify } from '#features/notifications/server/public.ts';
import { accountNotices } from '#features/account/shared/notices.ts';
import { toIsoDate, isMinor } from '#features/account/shared/rules.ts';
import { listRetainedTables } from './erasure-rules.ts';

/** Somebody who is written to, in their language. */
export interface Recipient {
  affiliateId: number;
  sub: string;
  email: string | null;
  givenName: string;
  middleName: string;
  familyName: string;
  birthdate: string | null;
  language: string;
}

const columns = `affiliate_id as "affiliateId", sub, email, given_name as "givenName", middle_name as "middleName",
  family_name as "familyName", birthdate, language`;
const selectRecipient = statement<Recipient, [affiliateId: number]>(
  `select ${columns} from person where affiliate_id = $1`,
);
const selectGuardians = statement<Recipient, [affiliateId: number]>(`
  select ${columns} from person
  where affiliate_id in (select guardian_id from guardian_link where affiliate_id = $1) order by affiliate_id`);

/** A person's row never goes: what is erased stays as a shell. */
export async function findRecipient(db: Db, affiliateId: number): Promise<Recipient> {
  const [reader] = await selectRecipient(db, affiliateId);
  if (reader === undefined) throw new Error('there is no such person');
  return reader;
}

/** Whoever asked, the guardians of a minor, and the person; each once, and one mail where several have one address. */
export async function listRecipients(db: Db, affiliateId: number, askedBy: number): Promise<Recipient[]> {
  const person = await findRecipient(db, affiliateId);
  const asker = affiliateId === askedBy ? [] : [await findRecipient(db, askedBy)];
  const guardians = isMinor(person.birthdate, toIsoDate(new Date())) ? await selectGuardians(db, affiliateId) : [];
  const nameOf = (reader: Recipient) => reader.email?.toLowerCase() ?? reader.affiliateId;
  const readers = new Map<string | number, Recipient>();
  for (const reader of [...asker, ...guardians, person])
    if (!readers.has(nameOf(reader))) readers.set(nameOf(reader), reader);
  return [...readers.values()];
}

const notices = {
  export_ready: accountNotices.exportReady,
  export_failed: accountNotices.exportFailed,
  deletion_requested: accountNotices.deletionRequested,
  deletion_cancelled: accountNotices.deletionCancelled,
} as const;

/** Tells one of them; the others are told by themselves. */
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
    values,
    path: `/account${subjectId === reader.affiliateId ? '' : `?for=${subjectId}`}`,
    tellsGuardians: false,
  });
}

/** The last mail belongs to nobody: it must outlive the person's own. Who has no address is not written to. */
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

/** What stays, one thing a line, in the reader's language. */
export async function describeRetainedData({ messages }: Services, db: Db, language: string): Promise<string> {
  const kept = await listRetainedTables(db);
  return kept
    .map(({ table }) => `– ${messages.format(pickLocale([language]), `account.deletion.kept.${table}`)}`)
    .join('\n');
}
