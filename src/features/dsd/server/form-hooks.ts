import type { TransactionContext } from '#platform/server/http/context.ts';
import { notify } from '#features/notifications/server/public.ts';
import type { FormHooks, HookResult, SignedRecord } from '#features/forms/server/public.ts';
import { findMember, findStore } from '#features/professionals/server/public.ts';
import { dsdNotices } from '#features/dsd/shared/notices.ts';
import { canTransition, normalizeStatus } from '#features/dsd/shared/rules.ts';
import { auditStep, listMedicalProblems } from './checks.ts';
import * as queries from './queries.ts';

/**
 * Moves the checkpoint when a guest's forms are signed; `onCompleted` lets another feature react once the guest may
 * dive.
 */
export function dsdFormHooks(
  onCompleted: (context: TransactionContext, affiliateId: number) => Promise<void>,
): FormHooks {
  const ignored = { hasNotifiedNamed: false };
  const settle = async (context: TransactionContext, forms: SignedRecord): Promise<HookResult> => {
    const { db, now } = context;
    const { affiliateId } = forms;
    const row = await queries.lockCheckpoint.first(db, { affiliateId });
    // Forms that name another store or professional don't belong to this checkpoint.
    if (row === undefined || row.store_number !== forms.storeNumber || row.member_number !== forms.memberNumber)
      return ignored;
    const from = normalizeStatus(row);
    const [problem] = await listMedicalProblems(context, [forms]);
    const to = problem === null ? 'completed' : 'forms-submitted';
    if (from === to) {
      await queries.updateDocument(db, { affiliateId, documentId: forms.id });
      return ignored;
    }
    if (!canTransition('forms', from, to)) return ignored;
    await queries.updateFormsStatus(db, { affiliateId, status: to, documentId: forms.id, now });
    await auditStep({ ...context, user: null }, affiliateId, `dsd.${to}`, { documentId: forms.id });
    if (to !== 'completed') return ignored;
    await notifyNamed(context, forms);
    await onCompleted(context, affiliateId);
    return { hasNotifiedNamed: true };
  };
  return {
    async lock({ db }, affiliateId) {
      await queries.lockCheckpoint(db, { affiliateId });
    },
    async signed(context, forms) {
      const { affiliateId, id: documentId, storeNumber, memberNumber } = forms;
      const { db, now } = context;
      await queries.insertAffiliation(db, { affiliateId, documentId, storeNumber, memberNumber, now });
      return settle(context, forms);
    },
    /** Only the newest signed forms count; the guest may have signed again before the physician decided. */
    async decided(context, forms) {
      const { affiliateId, id } = forms;
      const row = await queries.lockCheckpoint.first(context.db, { affiliateId });
      return row?.document_id === id ? settle(context, forms) : ignored;
    },
  };
}

async function notifyNamed({ services, db }: TransactionContext, forms: SignedRecord): Promise<void> {
  const { affiliateId, storeNumber, memberNumber } = forms;
  const diver = await queries.findDiver.first(db, { affiliateId });
  const named = [
    ...(storeNumber === null ? [] : await findStore(db, { storeNumber })),
    ...(memberNumber === null ? [] : await findMember(db, { memberNumber })),
  ];
  for (const { affiliateId: to } of named)
    await notify(services, db, {
      to,
      notice: dsdNotices.guestReady,
      values: { diver: diver?.name ?? '' },
      path: '/training/forms-applications?tab=guests',
      key: forms.id,
    });
}
