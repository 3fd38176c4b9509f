import type { Context } from '#platform/server/http/context.ts';
import { updateAccountNames } from '#features/identity/server/public.ts';
import { fail } from '#features/account/shared/contract.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { isMinor } from '#domain/age.ts';
import { lockSubject, auditChange, type Subject } from '#features/account/server/people/subject.ts';
import { updatePerson } from '#features/account/server/profile/queries.ts';
import * as queries from './queries.ts';

/** Guardians must be adults, so a guardian's birthdate can't make them a minor. */
export async function assertGuardianStaysAdult(ctx: Context, subject: Subject, birthdate: string): Promise<void> {
  if (await wouldMakeGuardianMinor(ctx, subject, birthdate))
    throw fail('account.birthdate_guardian', { path: 'birthDate' });
}

async function wouldMakeGuardianMinor({ db, now }: Context, subject: Subject, birthdate: string): Promise<boolean> {
  const today = toIsoDate(now);
  if (!isMinor(birthdate, today) || isMinor(subject.birthdate, today)) return false;
  const links = await queries.countGuardianLinks.first(db, { guardianId: subject.affiliateId });
  return (links?.count ?? 0) > 0;
}

/** Changes a birthdate for staff. The audit trail has the years and the reason. The caller has locked the person. */
export async function changeBirthdate(
  ctx: Context,
  subject: Subject,
  birthdate: string,
  reason: string,
): Promise<void> {
  await assertGuardianStaysAdult(ctx, subject, birthdate);
  await storeBirthdate(ctx, subject, birthdate);
  await auditChange(ctx, subject, 'birthdate.changed', { ...toBirthYears(subject.birthdate, birthdate), reason });
}

/**
 * Sets the caller's birthdate if none is on file. Returns `known` if another one is on file, and `guardian` if it would
 * make a guardian a minor.
 */
export async function setInitialBirthdate(ctx: Context, birthdate: string): Promise<'given' | 'known' | 'guardian'> {
  const subject = await lockSubject(ctx, ctx.user.affiliateId);
  if (subject.birthdate !== null) return subject.birthdate === birthdate ? 'given' : 'known';
  if (await wouldMakeGuardianMinor(ctx, subject, birthdate)) return 'guardian';
  await storeBirthdate(ctx, subject, birthdate);
  await auditChange(ctx, subject, 'profile.changed', { fields: ['birthDate'], ...toBirthYears(null, birthdate) });
  return 'given';
}

async function storeBirthdate({ db }: Context, subject: Subject, birthdate: string): Promise<void> {
  const { affiliateId, givenName, middleName, familyName, gender } = subject;
  const change = { givenName, middleName, familyName, birthdate, gender };
  await updatePerson(db, { affiliateId, ...change });
  await updateAccountNames(db, subject.sub, change);
}

export function toBirthYears(former: string | null, birthdate: string | null) {
  return { formerBirthYear: toYear(former), birthYear: toYear(birthdate) };
}

function toYear(birthdate: string | null): number | null {
  return birthdate === null ? null : Number(birthdate.slice(0, 4));
}
