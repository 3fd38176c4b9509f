import { randomUUID } from 'node:crypto';
import type { Context } from '../../../platform/server/context.ts';
import { newRecordKey, sealText } from '../../../platform/server/record-key.ts';
import { fail as failAnywhere } from '../../../platform/shared/errors.ts';
import { demandSubject, openAddress } from '../../account/server/public.ts';
import { dayOf } from '../../account/shared/rules.ts';
import { findMember, findStore } from '../../professionals/server/public.ts';
import type { Answers, Packet, Region } from '../shared/contract.ts';
import { fail } from '../shared/error-contract.ts';
import { withoutClosed } from '../shared/rules.ts';
import { demandAge, renew, takeDraft } from './draft-access.ts';
import { formsOf } from './draft-view.ts';
import * as sql from './drafts-sql.ts';
import { library } from './library.ts';
import { noteReading } from './readings.ts';
import { demandOpen, findRecord, openContent } from './records.ts';

interface Begun {
  packet: Packet;
  affiliateId?: number | undefined;
  storeNumber: number | null;
  memberNumber: number | null;
  replaces: string | null;
}

/** Begins forms, or goes on with those of the same kind; one diver has each kind once. */
export async function beginDraft(ctx: Context, asked: Begun): Promise<{ id: string }> {
  const { packet, storeNumber, memberNumber, replaces } = asked;
  const subject = await demandSubject(ctx, asked.affiliateId ?? ctx.user.affiliateId);
  if (subject.relation === 'staff') throw failAnywhere('not_found');
  const birthdate = demandAge(subject.birthdate, packet, dayOf(ctx.now));
  const region = await findRegion(ctx, subject.affiliateId, storeNumber, memberNumber);
  const [open] = await sql.selectOpenDraft(ctx.db, subject.affiliateId, packet);
  // Held before the reading is written down: who signs writes to the audit chain while holding it.
  if (open !== undefined) await sql.lockDraft(ctx.db, open.id);
  const answers = replaces === null ? {} : await answersOfReplaced(ctx, subject.affiliateId, packet, replaces);
  if (open !== undefined) return goOn(ctx, open.id, { storeNumber, memberNumber, replaces }, region, answers);
  const id = randomUUID();
  const { key, sealedKey } = newRecordKey(ctx.services.env.SECRET_KEYS);
  const versions = library.versionsOf(packet, region);
  const forms = formsOf(ctx.services, { packet, region, versions, diverName: '', storeName: null, memberName: null });
  const [made] = await sql.insertDraft(
    ctx.db,
    subject.affiliateId,
    id,
    packet,
    region,
    JSON.stringify(versions),
    storeNumber,
    memberNumber,
    replaces,
    birthdate,
    sealedKey,
    sealText(key, JSON.stringify(withoutClosed(forms, answers))),
    ctx.user.affiliateId,
    ctx.now,
  );
  if (made !== undefined) return made;
  const [other] = await sql.selectOpenDraft(ctx.db, subject.affiliateId, packet);
  if (other === undefined) throw failAnywhere('server.overloaded', { retryAfterS: 1 });
  return other;
}

/** Somebody else is named now, or another record is to be corrected: it is read and signed anew. */
async function goOn(
  ctx: Context,
  id: string,
  { storeNumber, memberNumber, replaces }: Pick<Begun, 'storeNumber' | 'memberNumber' | 'replaces'>,
  region: Region,
  answers: Answers,
): Promise<{ id: string }> {
  const draft = await takeDraft(ctx, id);
  const isNamed = storeNumber !== null || memberNumber !== null;
  const namesOther = isNamed && (draft.storeNumber !== storeNumber || draft.memberNumber !== memberNumber);
  const correctsOther = replaces !== null && draft.replaces !== replaces;
  if (namesOther || correctsOther)
    await renew(
      ctx,
      ctx.db,
      draft,
      { ...(namesOther && { storeNumber, memberNumber, region }), ...(correctsOther && { replaces }) },
      correctsOther ? answers : {},
    );
  return { id };
}

/** Where the store is, else the professional, else the diver: there it is signed. */
async function findRegion(
  ctx: Context,
  affiliateId: number,
  storeNumber: number | null,
  memberNumber: number | null,
): Promise<Region> {
  const { db, user } = ctx;
  const [store] = storeNumber === null ? [] : await findStore(db, storeNumber);
  if (storeNumber !== null && store === undefined) throw fail('forms.unknown_store', { path: 'storeNumber' });
  const [member] = memberNumber === null ? [] : await findMember(db, memberNumber);
  if (memberNumber !== null && member === undefined) throw fail('forms.unknown_member', { path: 'memberNumber' });
  const country = store?.country || member?.country || (await findCountry(ctx, affiliateId));
  // A child may have no address of its own.
  return library.regionOf(country || (await findCountry(ctx, user.affiliateId)));
}

async function findCountry({ db, services }: Context, affiliateId: number): Promise<string> {
  const [home] = await sql.selectHome(db, affiliateId);
  const sealed = home?.sealedAddress ?? null;
  return sealed === null ? (home?.country ?? '') : openAddress(services.env.SECRET_KEYS, sealed).countryId;
}

/** A correction begins with what was said before. */
async function answersOfReplaced(ctx: Context, affiliateId: number, packet: Packet, id: string): Promise<Answers> {
  const record = await findRecord(ctx, id);
  if (record.affiliateId !== affiliateId || record.packet !== packet) throw failAnywhere('not_found');
  const { answers } = openContent(ctx.services, demandOpen(record));
  await noteReading(ctx, { record, readerId: ctx.user.affiliateId, relation: record.relation, what: 'answers' });
  return answers;
}
