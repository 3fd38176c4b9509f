import type { Db } from '#platform/server/db/database.ts';
import { findFormToSign, findSignedForm, type SignedForm } from './form-to-sign-queries.ts';

interface NamedForm {
  packet: string;
  storeName: string | null;
  memberName: string | null;
  /** The planned day of a Discover Scuba Diving dive. */
  diveDate: string | null;
}

/** The facts that a mail to a guardian names: the activity, the dive center or instructor, and the day. */
function toFormFacts({ packet, storeName, memberName, diveDate }: NamedForm): Record<string, string | number> {
  return {
    packet,
    namedKind: storeName !== null ? 'store' : memberName !== null ? 'member' : 'none',
    named: storeName ?? memberName ?? '',
    hasDay: diveDate === null ? 'no' : 'yes',
    ...(diveDate !== null && { day: diveDate }),
  };
}

export async function describeSignedForm(
  db: Db,
  { affiliateId, packet, storeNumber, memberNumber }: SignedForm,
): Promise<Record<string, string | number>> {
  const found = await findSignedForm.first(db, { affiliateId, packet, storeNumber, memberNumber });
  return toFormFacts({ packet, ...(found ?? { storeName: null, memberName: null, diveDate: null }) });
}

export async function describeFormToSign(
  db: Db,
  form: { affiliateId: number; draftId: string | null },
): Promise<Record<string, string | number>> {
  const found = await findFormToSign.first(db, form);
  return toFormFacts(found ?? { packet: 'medical', storeName: null, memberName: null, diveDate: null });
}
