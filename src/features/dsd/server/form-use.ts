import { notify } from '../../notifications/server/public.ts';
import type { Doing, FormUse, SignedForms } from '../../forms/server/public.ts';
import { isMedicalRequired } from '../../forms/shared/rules.ts';
import { findMember, findStore } from '../../professionals/server/public.ts';
import { dsdNotices } from '../shared/notices.ts';
import { canGo, statusOf } from '../shared/rules.ts';
import { logStep } from './checks.ts';
import * as sql from './sql.ts';

/** What follows from the forms of a guest; `onCompleted` is what another area does for somebody who may dive now. */
export function dsdFormUse(onCompleted: (doing: Doing, affiliateId: number) => Promise<void>): FormUse {
  const settle = async (doing: Doing, forms: SignedForms): Promise<void> => {
    const { db, now } = doing;
    const { affiliateId } = forms;
    const [row] = await sql.lockCheckpoint(db, affiliateId);
    // Forms for somebody else say nothing about this one.
    if (row === undefined || row.store_number !== forms.storeNumber || row.member_number !== forms.memberNumber) return;
    const from = statusOf(row);
    const to = isMedicalRequired(forms.medicalStatus) ? 'forms-submitted' : 'completed';
    if (from === to) {
      await sql.replaceDocument(db, affiliateId, forms.id);
      return;
    }
    if (!canGo('forms', from, to)) return;
    await sql.settleForms(db, affiliateId, to, forms.id, now);
    await logStep({ ...doing, user: null }, affiliateId, `dsd.${to}`, { documentId: forms.id });
    if (to !== 'completed') return;
    await tellNamed(doing, forms);
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

async function tellNamed({ services, db }: Doing, forms: SignedForms): Promise<void> {
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
