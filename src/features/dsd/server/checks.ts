import { appendAudit, type AuditAction } from '#platform/server/observability/audit.ts';
import type { Context } from '#platform/server/http/context.ts';
import { CodedError, fail as failCall } from '#platform/shared/errors.ts';
import { requireSubject, type Subject } from '#features/account/server/public.ts';
import type { MedicalStatus } from '#features/forms/shared/contract.ts';
import { type FormProblem, listFormStatuses } from '#features/forms/server/public.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { findMember, findStore } from '#features/professionals/server/public.ts';
import { fail } from '#features/dsd/shared/contract.ts';
import { ageProblem, eligibleFrom } from '#features/dsd/shared/rules.ts';
import * as queries from './queries.ts';

/** Rejects a request that names no professional, or one that doesn't exist. */
export async function assertKnownProfessionals(
  { db }: Pick<Context, 'db'>,
  store: number | null,
  member: number | null,
  paths: { store: string; member: string },
): Promise<void> {
  if (store === null && member === null) throw fail('dsd.nobody_named', { path: paths.store });
  if (store !== null && (await findStore(db, { storeNumber: store })).length === 0)
    throw fail('dsd.unknown_store', { path: paths.store });
  if (member !== null && (await findMember(db, { memberNumber: member })).length === 0)
    throw fail('dsd.unknown_member', { path: paths.member });
}

interface NamedGuest {
  affiliateId: number;
  storeNumber: number | null;
  memberNumber: number | null;
}

const medicalByProblem: Partial<Record<FormProblem, MedicalStatus>> = {
  physician_missing: 'physician',
  confirmation_pending: 'review',
  physician_refused: 'refused',
};

/** Why each guest may not dive: the medical status that prevents it; null if none does. */
export async function listMedicalProblems(
  context: Pick<Context, 'db' | 'services' | 'now'>,
  guests: readonly NamedGuest[],
): Promise<(MedicalStatus | null)[]> {
  const queries = guests.map(({ affiliateId, storeNumber, memberNumber }) => ({
    affiliateId,
    storeNumber,
    memberNumber,
    onDate: context.now,
    packet: 'dsd' as const,
  }));
  return (await listFormStatuses(context, queries)).map(
    ({ missing }) => missing.map((problem) => medicalByProblem[problem]).find((status) => status !== undefined) ?? null,
  );
}

/** Returns the diver if they are old enough today. */
export async function requireMinAge(
  { db, now }: Pick<Context, 'db' | 'now'>,
  affiliateId: number,
): Promise<{ name: string; birthdate: string | null }> {
  const diver = await queries.findDiver.first(db, { affiliateId });
  if (diver === undefined) throw fail('dsd.birthdate_missing');
  const problem = ageProblem(diver.birthdate, toIsoDate(now));
  if (problem === 'too_young') throw tooYoungError(diver.birthdate ?? '');
  if (problem !== null) throw fail(`dsd.${problem}`);
  return diver;
}

/** The error carries the first day on which the diver is old enough. */
function tooYoungError(birthdate: string): CodedError {
  const code = 'dsd.too_young';
  const from = eligibleFrom(birthdate);
  return new CodedError(fail.codes[code], [{ code, message: `eligible from ${from}`, path: 'affiliateId', now: from }]);
}

/** The diver is the user, or a minor whose guardian is signed in. Staff don't act for guests. */
export async function requireDiver(ctx: Context, affiliateId: number | undefined): Promise<Subject> {
  const subject = await requireSubject(ctx, affiliateId ?? ctx.user.affiliateId);
  if (subject.relation === 'staff') throw failCall('not_found');
  return subject;
}

export async function auditStep(
  { db, user, correlationId }: Pick<Context, 'db' | 'correlationId'> & { user: { affiliateId: number } | null },
  affiliateId: number,
  action: AuditAction,
  data: Record<string, unknown>,
): Promise<void> {
  await appendAudit(db, {
    actor: user?.affiliateId ?? null,
    action,
    subject: `person:${affiliateId}`,
    data,
    correlationId,
  });
}
