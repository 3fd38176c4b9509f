import type { Context } from '../../../../platform/server/context.ts';
import { updateAccountNames } from '../../../identity/server/public.ts';
import { fail } from '../../shared/contract.ts';
import { dayOf, isMinor } from '../../shared/rules.ts';
import { lockSubject, logChange, type Subject } from '../acting.ts';
import { updatePerson } from '../profile-sql.ts';
import * as sql from './corrections-sql.ts';

/** A guardian is an adult: an adult who is one cannot become a minor. */
export async function assertNotGuardian(ctx: Context, subject: Subject, birthdate: string): Promise<void> {
  if (await makesGuardianMinor(ctx, subject, birthdate))
    throw fail('account.birthdate_guardian', { path: 'birthDate' });
}

async function makesGuardianMinor({ db, now }: Context, subject: Subject, birthdate: string): Promise<boolean> {
  const today = dayOf(now);
  if (!isMinor(birthdate, today) || isMinor(subject.birthdate, today)) return false;
  const [links] = await sql.isSomeonesGuardian(db, subject.affiliateId);
  return (links?.count ?? 0) > 0;
}

/** What staff change. The audit trail has the years and the reason. The caller has locked the person. */
export async function changeBirthdate(
  ctx: Context,
  subject: Subject,
  birthdate: string,
  reason: string,
): Promise<void> {
  await assertNotGuardian(ctx, subject, birthdate);
  await storeBirthdate(ctx, subject, birthdate);
  await logChange(ctx, subject, 'birthdate.changed', { ...yearsOf(subject.birthdate, birthdate), reason });
}

/** Of a person who has none on file, by themselves. `known`: there is another one. `guardian`: they would be a minor. */
export async function giveBirthdate(ctx: Context, birthdate: string): Promise<'given' | 'known' | 'guardian'> {
  const subject = await lockSubject(ctx, ctx.user.affiliateId);
  if (subject.birthdate !== null) return subject.birthdate === birthdate ? 'given' : 'known';
  if (await makesGuardianMinor(ctx, subject, birthdate)) return 'guardian';
  await storeBirthdate(ctx, subject, birthdate);
  await logChange(ctx, subject, 'profile.changed', { fields: ['birthDate'], ...yearsOf(null, birthdate) });
  return 'given';
}

async function storeBirthdate({ db }: Context, subject: Subject, birthdate: string): Promise<void> {
  const { affiliateId, givenName, middleName, familyName, gender } = subject;
  await updatePerson(db, affiliateId, givenName, middleName, familyName, birthdate, gender);
  await updateAccountNames(db, subject.sub, { givenName, middleName, familyName, birthdate, gender });
}

export function yearsOf(former: string | null, birthdate: string | null) {
  return { formerBirthYear: yearOf(former), birthYear: yearOf(birthdate) };
}

function yearOf(birthdate: string | null): number | null {
  return birthdate === null ? null : Number(birthdate.slice(0, 4));
}
