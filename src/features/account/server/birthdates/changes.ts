import type { Context } from '../../../../platform/server/context.ts';
import { updateAccountNames } from '../../../identity/server/public.ts';
import { fail } from '../../shared/contract.ts';
import { dayOf, isMinor } from '../../shared/rules.ts';
import { logChange, type Subject } from '../acting.ts';
import { updatePerson } from '../profile-sql.ts';
import * as sql from './corrections-sql.ts';

/** A guardian is an adult: an adult who is one cannot become a minor. */
export async function assertNotGuardian({ db, now }: Context, subject: Subject, birthdate: string): Promise<void> {
  const today = dayOf(now);
  if (!isMinor(birthdate, today) || isMinor(subject.birthdate, today)) return;
  const [links] = await sql.isSomeonesGuardian(db, subject.affiliateId);
  if ((links?.count ?? 0) > 0) throw fail('account.birthdate_guardian', { path: 'birthDate' });
}

/** What staff change. The audit trail has the years and the reason. The caller has locked the person. */
export async function changeBirthdate(
  ctx: Context,
  subject: Subject,
  birthdate: string,
  reason: string,
): Promise<void> {
  await assertNotGuardian(ctx, subject, birthdate);
  const { affiliateId, givenName, middleName, familyName, gender } = subject;
  await updatePerson(ctx.db, affiliateId, givenName, middleName, familyName, birthdate, gender);
  await updateAccountNames(ctx.db, subject.sub, { givenName, middleName, familyName, birthdate, gender });
  await logChange(ctx, subject, 'birthdate.changed', { ...yearsOf(subject.birthdate, birthdate), reason });
}

export function yearsOf(former: string | null, birthdate: string | null) {
  return { formerBirthYear: yearOf(former), birthYear: yearOf(birthdate) };
}

function yearOf(birthdate: string | null): number | null {
  return birthdate === null ? null : Number(birthdate.slice(0, 4));
}
