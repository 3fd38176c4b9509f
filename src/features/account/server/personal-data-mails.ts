import type { Services } from '../../../platform/server/context.ts';
import { type Db, statement } from '../../../platform/server/db.ts';
import type { MessageValues } from '../../../platform/server/messages.ts';
import { pickLocale } from '../../../platform/shared/locale.ts';
import { dayOf, isMinor } from '../shared/rules.ts';
import { listKept } from './erasure-rules.ts';

/** Somebody who is written to, in their language. */
export interface Reader {
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
const selectReader = statement<Reader, [affiliateId: number]>(`select ${columns} from person where affiliate_id = $1`);
const selectGuardians = statement<Reader, [affiliateId: number]>(`
  select ${columns} from person
  where affiliate_id in (select guardian_id from guardian_link where affiliate_id = $1) order by affiliate_id`);

/** A person's row never goes: what is erased stays as a shell. */
export async function findReader(db: Db, affiliateId: number): Promise<Reader> {
  const [reader] = await selectReader(db, affiliateId);
  if (reader === undefined) throw new Error('there is no such person');
  return reader;
}

/** Whoever asked, the guardians of a minor, and the person; each once, and one mail where several have one address. */
export async function listReaders(db: Db, affiliateId: number, askedBy: number): Promise<Reader[]> {
  const person = await findReader(db, affiliateId);
  const asker = affiliateId === askedBy ? [] : [await findReader(db, askedBy)];
  const guardians = isMinor(person.birthdate, dayOf(new Date())) ? await selectGuardians(db, affiliateId) : [];
  const nameOf = (reader: Reader) => reader.email?.toLowerCase() ?? reader.affiliateId;
  const readers = new Map<string | number, Reader>();
  for (const reader of [...asker, ...guardians, person])
    if (!readers.has(nameOf(reader))) readers.set(nameOf(reader), reader);
  return [...readers.values()];
}

type Template = 'export_ready' | 'export_failed' | 'deletion_requested' | 'deletion_cancelled' | 'deletion_done';

/** Who has no address, such as a child, is not written to. */
export async function tell(
  services: Services,
  db: Db,
  { affiliateId, email, givenName, language }: Reader,
  template: Template,
  values: MessageValues,
): Promise<void> {
  if (email === null) return;
  await services.mail.sendMail(db, {
    to: email,
    locale: pickLocale([language]),
    template: `account.mail.${template}`,
    values: { name: givenName, ...values },
    // The last mail belongs to nobody: it must outlive the person's own.
    ...(template === 'deletion_done' ? {} : { affiliateId }),
  });
}

export function accountPage({ env }: Services, affiliateId: number, readerId: number): string {
  return `${env.BASE_URL}/account${affiliateId === readerId ? '' : `?for=${affiliateId}`}`;
}

/** What stays, one thing a line, in the reader's language. */
export async function describeKept({ messages }: Services, db: Db, language: string): Promise<string> {
  const kept = await listKept(db);
  return kept
    .map(({ table }) => `– ${messages.format(pickLocale([language]), `account.deletion.kept.${table}`)}`)
    .join('\n');
}
