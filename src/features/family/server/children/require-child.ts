import type { Context } from '#platform/server/http/context.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { requireSubject, type Subject } from '#features/account/server/public.ts';
import { toIsoDate, isMinor } from '#features/account/shared/rules.ts';
import { fail } from '#features/family/shared/contract.ts';
import * as sql from '#features/family/server/queries.ts';

/** A minor, for who is it or its guardian. Whose guardian somebody is, is no business of the association's staff. */
export async function requireChild(ctx: Context, affiliateId: number): Promise<Subject> {
  const subject = await requireSubject(ctx, affiliateId);
  if (subject.relation === 'staff') throw failCall('not_found');
  if (!subject.isMinor) throw fail('family.not_a_minor');
  return subject;
}

/** The same, for its guardians alone. */
export async function requireOwnChild(ctx: Context, affiliateId: number): Promise<Subject> {
  const subject = await requireChild(ctx, affiliateId);
  if (subject.relation !== 'guardian') throw failCall('access.denied');
  return subject;
}

/** Who is to be a guardian: of age, as far as we know. Locked, so that what they have is counted as it stands. */
export async function lockAdultCaller({ db, user, now }: Context): Promise<sql.PersonRow> {
  const [person] = await sql.lockPerson(db, user.affiliateId);
  if (person === undefined) throw failCall('not_found');
  if (person.birthdate === null) throw fail('family.birthdate_missing');
  if (isMinor(person.birthdate, toIsoDate(now))) throw fail('family.guardian_minor');
  return person;
}
