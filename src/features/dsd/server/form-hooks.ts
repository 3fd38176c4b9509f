import { notify } from '#features/notifications/server/public.ts';
import type { TransactionContext, FormHooks, SignedRecord } from '#features/forms/server/public.ts';
import { isMedicalRequired } from '#features/forms/shared/rules.ts';
import { findMember, findStore } from '#features/professionals/server/public.ts';
import { dsdNotices } from '#features/dsd/shared/notices.ts';
import { canTransition, normalizeStatus } from '#features/dsd/shared/rules.ts';
import { auditStep } from './checks.ts';
import * as sql from './queries.ts';

/** What follows from the forms of a guest; `onCompleted` is what another area does for somebody who may dive now. */
export function dsdFormHooks(
  onCompleted: (doing: TransactionContext, affiliateId: number) => Promise<void>,
): FormHooks {
  const settle = async (doing: TransactionContext, forms: SignedRecord): Promise<void> => {
    const { db, now } = doing;
    const { affiliateId } = forms;
    const [row] = await sql.lockCheckpoint(db, affiliateId);
    // Forms for somebody else say nothing about this one.
    if (row === undefined || row.store_number !== forms.storeNumber || row.member_number !== forms.memberNumber) return;
    const from = normalizeStatus(row);
    const to = isMedicalRequired(forms.medicalStatus) ? 'forms-submitted' : 'completed';
    if (from === to) {
      await sql.replaceDocument(db, affiliateId, forms.id);
      return;
    }
    if (!canTransition('forms', from, to)) return;
    await sql.updateFormsStatus(db, affiliateId, to, forms.id, now);
    await auditStep({ ...doing, user: null }, affiliateId, `dsd.${to}`, { documentId: forms.id });
    if (to !== 'completed') return;
    await notifyNamed(doing, forms);
    await onCompleted(doing, affiliateId);
  };
  return {
    async hold({ db }, affiliateId) {
      await sql.lockCheckpoint(db, affiliateId);
    },
    async signed(doing, forms) {
      const { affiliateId, id, storeNumber, memberNumber } = forms;
      await sql.insertAffiliation(doing.db, affiliateId, id, storeNumber, memberNumber, doing.now);
      await settle(doing, forms);
    },
    /** Of forms that were signed anew meanwhile only the last ones count. */
    async decided(doing, forms) {
      const [row] = await sql.lockCheckpoint(doing.db, forms.affiliateId);
      if (row?.document_id === forms.id) await settle(doing, forms);
    },
  };
}

async function notifyNamed({ services, db }: TransactionContext, forms: SignedRecord): Promise<void> {
  const { affiliateId, storeNumber, memberNumber } = forms;
  const [diver] = await sql.findDiver(db, affiliateId);
  const named = [
    ...(storeNumber === null ? [] : await findStore(db, storeNumber)),
    ...(memberNumber === null ? [] : await findMember(db, memberNumber)),
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
