import { randomUUID } from 'node:crypto';
import { RecordCipher } from '#platform/server/crypto/record-cipher.ts';
import type { Context } from '#platform/server/http/context.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { requireSubject, decryptAddress } from '#features/account/server/public.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { findMember, findStore } from '#features/professionals/server/public.ts';
import type { Answers, Packet, Region } from '#features/forms/shared/contract.ts';
import { fail } from '#features/forms/shared/error-contract.ts';
import { dropClosedAnswers } from '#features/forms/shared/rules.ts';
import { requireMinAge, refreshDraft, findDraftForUpdate } from './draft-access.ts';
import { formsInEnglish } from './draft-view.ts';
import * as queries from './queries.ts';
import { formLibrary } from '#features/forms/server/library/form-library.ts';
import { logRecordReading } from '#features/forms/server/records/readings.ts';
import { requireRetained, findRecord, decryptRecordContent } from '#features/forms/server/records/record-access.ts';

interface NewDraft {
  packet: Packet;
  affiliateId?: number | undefined;
  storeNumber: number | null;
  memberNumber: number | null;
  replaces: string | null;
}

/** Creates a draft or resumes the open one; a diver has at most one draft of each packet. */
export async function createOrResumeDraft(ctx: Context, input: NewDraft): Promise<{ id: string }> {
  const { packet, storeNumber, memberNumber, replaces } = input;
  const subject = await requireSubject(ctx, input.affiliateId ?? ctx.user.affiliateId);
  if (subject.relation === 'staff') throw failCall('not_found');
  const birthdate = requireMinAge(subject.birthdate, packet, toIsoDate(ctx.now));
  const { affiliateId } = subject;
  const region = await findRegion(ctx, affiliateId, storeNumber, memberNumber);
  const open = await queries.findOpenDraft.first(ctx.db, { affiliateId, packet });
  if (open !== undefined) await queries.lockDraft(ctx.db, open);
  const answers = replaces === null ? {} : await readReplacedAnswers(ctx, affiliateId, packet, replaces);
  if (open !== undefined) return resumeDraft(ctx, open.id, { storeNumber, memberNumber, replaces }, region, answers);
  const id = randomUUID();
  const cipher = RecordCipher.create('form_draft', { affiliate_id: affiliateId, id });
  const versions = formLibrary.versionsOf(packet, region);
  const forms = formsInEnglish(ctx.services, {
    packet,
    region,
    versions,
    diverName: '',
    storeName: null,
    memberName: null,
  });
  const created = await queries.insertDraft.first(ctx.db, {
    affiliateId,
    id,
    packet,
    region,
    versions,
    storeNumber,
    memberNumber,
    replaces,
    birthdate,
    encryptedKey: cipher.encryptKey(ctx.services.env.SECRET_KEYS),
    encryptedAnswers: cipher.encrypt('sealed_answers', JSON.stringify(dropClosedAnswers(forms, answers))),
    begunBy: ctx.user.affiliateId,
    now: ctx.now,
  });
  if (created !== undefined) return created;
  const other = await queries.findOpenDraft.first(ctx.db, { affiliateId, packet });
  if (other === undefined) throw failCall('server.overloaded', { retryAfterS: 1 });
  return other;
}

/** A draft that names someone else or corrects another record must be read and signed again. */
async function resumeDraft(
  ctx: Context,
  id: string,
  { storeNumber, memberNumber, replaces }: Pick<NewDraft, 'storeNumber' | 'memberNumber' | 'replaces'>,
  region: Region,
  answers: Answers,
): Promise<{ id: string }> {
  const draft = await findDraftForUpdate(ctx, id);
  const isNamed = storeNumber !== null || memberNumber !== null;
  const namesOther = isNamed && (draft.storeNumber !== storeNumber || draft.memberNumber !== memberNumber);
  const correctsOther = replaces !== null && draft.replaces !== replaces;
  if (namesOther || correctsOther)
    await refreshDraft(
      ctx,
      ctx.db,
      draft,
      { ...(namesOther && { storeNumber, memberNumber, region }), ...(correctsOther && { replaces }) },
      correctsOther ? answers : {},
    );
  return { id };
}

/** The region of the store, otherwise of the professional, otherwise of the diver. */
async function findRegion(
  ctx: Context,
  affiliateId: number,
  storeNumber: number | null,
  memberNumber: number | null,
): Promise<Region> {
  const { db, user } = ctx;
  const store = storeNumber === null ? undefined : await findStore.first(db, { storeNumber });
  if (storeNumber !== null && store === undefined) throw fail('forms.unknown_store', { path: 'storeNumber' });
  const member = memberNumber === null ? undefined : await findMember.first(db, { memberNumber });
  if (memberNumber !== null && member === undefined) throw fail('forms.unknown_member', { path: 'memberNumber' });
  const country = store?.country || member?.country || (await findCountry(ctx, affiliateId));
  // A child may have no address, so the guardian's counts.
  return formLibrary.regionOf(country || (await findCountry(ctx, user.affiliateId)));
}

async function findCountry({ db, services }: Context, affiliateId: number): Promise<string> {
  const home = await queries.findHomeAddress.first(db, { affiliateId });
  const encrypted = home?.encryptedAddress ?? null;
  return encrypted === null
    ? (home?.country ?? '')
    : decryptAddress(services.env.SECRET_KEYS, affiliateId, encrypted).countryId;
}

/** A correction starts with the answers of the replaced record. */
async function readReplacedAnswers(ctx: Context, affiliateId: number, packet: Packet, id: string): Promise<Answers> {
  const record = await findRecord(ctx, id);
  if (record.affiliateId !== affiliateId || record.packet !== packet) throw failCall('not_found');
  const { answers } = decryptRecordContent(ctx.services, requireRetained(record));
  await logRecordReading(ctx, { record, readerId: ctx.user.affiliateId, relation: record.relation, what: 'answers' });
  return answers;
}
