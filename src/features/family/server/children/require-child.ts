import type { Context } from '#platform/server/http/context.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { requireSubject, type Subject } from '#features/account/server/public.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { isMinor } from '#domain/age.ts';
import { fail } from '#features/family/shared/contract.ts';
import * as queries from '#features/family/server/queries.ts';

/** Returns a minor to itself or to its guardians. Staff get `not_found`, because family links are private. */
export async function requireChild(ctx: Context, affiliateId: number): Promise<Subject> {
  const subject = await requireSubject(ctx, affiliateId);
  if (subject.relation === 'staff') throw failCall('not_found');
  if (!subject.isMinor) throw fail('family.not_a_minor');
  return subject;
}

/** Returns a minor to its guardians only. */
export async function requireOwnChild(ctx: Context, affiliateId: number): Promise<Subject> {
  const subject = await requireChild(ctx, affiliateId);
  if (subject.relation !== 'guardian') throw failCall('access.denied');
  return subject;
}

/**
 * Returns the caller, who must be an adult to become a guardian. The row is locked while their children are counted.
 */
export async function lockAdultCaller({ db, user, now }: Context): Promise<queries.PersonRow> {
  const person = await queries.lockPerson.first(db, { affiliateId: user.affiliateId });
  if (person === undefined) throw failCall('not_found');
  if (person.birthdate === null) throw fail('family.birthdate_missing');
  if (isMinor(person.birthdate, toIsoDate(now))) throw fail('family.guardian_minor');
  return person;
}
