import { sql } from 'kysely';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import { listFamilyIds } from '#features/account/server/public.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { isMinor } from '#domain/age.ts';
import type { TransactionContext } from '#platform/server/http/context.ts';
import { describeFormToSign, describeSignedForm } from '#features/family/server/public.ts';
import { notify } from '#features/notifications/server/public.ts';
import type { Notice } from '#features/notifications/shared/notice.ts';
import type { Packet } from '#features/forms/shared/contract.ts';

type NotifyContext = Pick<TransactionContext, 'services' | 'db' | 'now'>;

interface FormsReference {
  id: string;
  affiliateId: number;
  packet: Packet;
  storeNumber: number | null;
  memberNumber: number | null;
}

interface FormNotification {
  notice: Notice;
  values?: Record<string, string | number>;
  /** Notifications with the same key are sent to a person once. */
  key?: string;
  /** Sent to those who may decide: not to the diver's family, and to the desk if the form names no one else. */
  isForReview?: boolean;
}

/** The diver, their guardians, and those named on the form. */
const findPeople = query((db, p: Params<Pick<FormsReference, 'affiliateId' | 'storeNumber' | 'memberNumber'>>) =>
  db
    .selectFrom('person as p')
    .innerJoin('person_name as n', 'n.affiliate_id', 'p.affiliate_id')
    .select((eb) => [
      'n.short_name as diver',
      'p.birthdate',
      sql<number[]>`array(${eb
        .selectFrom('guardian_link as g')
        .select(({ cast }) => cast<number>('g.guardian_id', 'int4').as('id'))
        .whereRef('g.affiliate_id', '=', 'p.affiliate_id')})`.as('guardianIds'),
      sql<number[]>`array(${eb
        .selectFrom('active_store as s')
        .select(({ cast }) => cast<number>('s.affiliate_id', 'int4').as('id'))
        .where('s.store_number', '=', p.storeNumber)
        .unionAll(
          eb
            .selectFrom('active_instructor as i')
            .innerJoin('person_name as m', 'm.affiliate_id', 'i.affiliate_id')
            .select(({ cast }) => cast<number>('i.affiliate_id', 'int4').as('id'))
            .where('i.member_number', '=', p.memberNumber)
            .where('m.is_erased', '=', false),
        )})`.as('namedIds'),
    ])
    .where('p.affiliate_id', '=', p.affiliateId),
);

const listStaff = query((db) => db.selectFrom('staff_member').select('affiliate_id as id').orderBy('affiliate_id'));

async function findAudience({ db, now }: NotifyContext, forms: FormsReference): Promise<Row<typeof findPeople>> {
  const audience = await findPeople.first(db, forms);
  if (audience === undefined) throw new Error(`person ${forms.affiliateId} not found for a form notification`);
  // Guardians are notified only while the diver is a minor.
  return { ...audience, guardianIds: isMinor(audience.birthdate, toIsoDate(now)) ? audience.guardianIds : [] };
}

/** Notifies the diver, their guardians while they are a minor, and those named on the form. */
export async function notifyAboutRecord(
  context: NotifyContext,
  record: FormsReference,
  { toDiver, toNamed }: { toDiver?: FormNotification; toNamed?: FormNotification },
): Promise<void> {
  const { diver, guardianIds, namedIds } = await findAudience(context, record);
  const facts = await describeSignedForm(context.db, record);
  const path = `/training/forms-applications/${record.id}`;
  /** `whose` selects "you" for the diver and the diver's name for everyone else. */
  const send = (to: number, { notice, values, key }: FormNotification, where: string) =>
    notify(context.services, context.db, {
      to,
      notice,
      values: { ...values, ...facts, diver, whose: to === record.affiliateId ? 'you' : 'other' },
      path: where,
      notifiesGuardians: false,
      ...(key !== undefined && { key }),
    });
  if (toDiver) {
    await send(record.affiliateId, toDiver, path);
    for (const guardian of guardianIds) await send(guardian, toDiver, `${path}?for=${record.affiliateId}`);
  }
  if (toNamed === undefined) return;
  const family = toNamed.isForReview ? await listFamilyIds(context.db, record.affiliateId) : new Set<number>();
  const named = namedIds.filter((id) => !family.has(id));
  const notified = new Set(toDiver ? [record.affiliateId, ...guardianIds] : []);
  for (const id of named) if (!notified.has(id)) await send(id, toNamed, path);
  if (!toNamed.isForReview || named.length > 0) return;
  for (const { id } of await listStaff(context.db))
    if (!family.has(id)) await send(id, toNamed, `/desk/pages?open=${record.id}`);
}

/** Notifies those whose signature is missing. Returns whether there was anyone to notify. */
export async function notifySigners(
  { services, db, now }: NotifyContext,
  draft: FormsReference,
  who: 'diver' | 'guardians',
  { notice, values, key }: FormNotification,
): Promise<boolean> {
  const { diver, guardianIds } = await findAudience({ services, db, now }, draft);
  const receivers = who === 'diver' ? [draft.affiliateId] : guardianIds;
  const facts =
    who === 'diver' ? {} : await describeFormToSign(db, { affiliateId: draft.affiliateId, draftId: draft.id });
  for (const to of receivers)
    await notify(services, db, {
      to,
      notice,
      values: { ...values, ...facts, diver, packet: draft.packet },
      path: `/training/medical-form?id=${draft.id}${who === 'diver' ? '' : `&for=${draft.affiliateId}`}`,
      ...(key !== undefined && { key }),
    });
  return receivers.length > 0;
}
