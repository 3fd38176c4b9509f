import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { ageOn } from '#domain/age.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { listMedicalStatuses } from '#features/forms/server/public.ts';
import { notify } from '#features/notifications/server/public.ts';
import { type dsdEndpoints, fail, type Guest } from '#features/dsd/shared/contract.ts';
import { dsdNotices } from '#features/dsd/shared/notices.ts';
import { canTransition, normalizeStatus } from '#features/dsd/shared/rules.ts';
import { auditStep, listMedicalProblems, requireMinAge } from './checks.ts';
import * as guestQueries from './guests-queries.ts';
import * as queries from './queries.ts';

export const guestHandlers: Pick<Handlers<typeof dsdEndpoints>, 'GET Guests' | 'POST Guests/{affiliateId}/process'> = {
  'GET Guests': async (ctx, { query }) => {
    const reader = { reader: ctx.user.affiliateId, now: ctx.now };
    const [counts, rows, store] = await Promise.all([
      guestQueries.countGuests.first(ctx.db, reader),
      guestQueries.listGuests(ctx.db, { ...reader, ...query }),
      guestQueries.findStoreNumber.first(ctx.db, reader),
    ]);
    return {
      total: counts?.total ?? 0,
      open: counts?.open ?? 0,
      storeNumber: store?.storeNumber ?? null,
      items: await toGuests(ctx, rows),
    };
  },

  /** Idempotent: a repeated or concurrent request notifies the guest once. */
  async 'POST Guests/{affiliateId}/process'(ctx, { params: { affiliateId } }) {
    const locked = await queries.lockCheckpoint.first(ctx.db, { affiliateId });
    const guest = await requireGuest(ctx, affiliateId);
    if (locked === undefined || guest.status === 'processed') return guest;
    if (!canTransition('professional', guest.status, 'processed')) throw fail('dsd.not_ready');
    await requireMinAge(ctx, affiliateId);
    await queries.processCheckpoint(ctx.db, { affiliateId, processedBy: ctx.user.affiliateId, now: ctx.now });
    await auditStep(ctx, affiliateId, 'dsd.process', { documentId: guest.documentId });
    const by = await queries.findDiver.first(ctx.db, { affiliateId: ctx.user.affiliateId });
    await notify(ctx.services, ctx.db, {
      to: affiliateId,
      notice: dsdNotices.processed,
      values: { by: by?.name ?? '' },
      path: '/training/my-promos',
    });
    return requireGuest(ctx, affiliateId);
  },
};

async function requireGuest(ctx: Context, affiliateId: number): Promise<Guest> {
  const rows = await guestQueries.findGuest(ctx.db, { reader: ctx.user.affiliateId, affiliateId });
  const [guest] = await toGuests(ctx, rows);
  // Another professional's guest is reported as not found, because their existence is private.
  if (guest === undefined) throw failCall('not_found');
  return guest;
}

async function toGuests(ctx: Context, rows: readonly guestQueries.GuestRow[]): Promise<Guest[]> {
  const ids = rows.flatMap(({ documentId }) => documentId ?? []);
  const medical = await listMedicalStatuses(ctx.db, ids);
  const problems = await listMedicalProblems(ctx, rows);
  return rows.map(({ birthdate, documentId, updatedAt, ...guest }, place) => {
    const status = normalizeStatus(guest);
    const problem = problems[place] ?? null;
    return {
      ...guest,
      // The guest may have answered differently since, on a form for someone else.
      status: status === 'completed' && problem !== null ? 'forms-submitted' : status,
      age: birthdate === null ? null : ageOn(birthdate, toIsoDate(ctx.now)),
      medicalStatus: documentId === null ? null : (problem ?? medical.get(documentId) ?? null),
      documentId,
      updatedDate: updatedAt.toISOString(),
    };
  });
}
