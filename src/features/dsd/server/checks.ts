import { appendAudit } from '../../../platform/server/audit.ts';
import type { Context } from '../../../platform/server/context.ts';
import { dayOf } from '../../account/shared/rules.ts';
import { findMember, findStore } from '../../professionals/server/public.ts';
import { fail } from '../shared/contract.ts';
import { ageProblem } from '../shared/rules.ts';
import * as sql from './sql.ts';

/** Somebody is named, and everybody who is exists. */
export async function demandKnown(
  { db }: Pick<Context, 'db'>,
  store: number | null,
  member: number | null,
  paths: { store: string; member: string },
): Promise<void> {
  if (store === null && member === null) throw fail('dsd.nobody_named', { path: paths.store });
  if (store !== null && (await findStore(db, store)).length === 0)
    throw fail('dsd.unknown_store', { path: paths.store });
  if (member !== null && (await findMember(db, member)).length === 0)
    throw fail('dsd.unknown_member', { path: paths.member });
}

/** Old enough on the day; whoever it is about is given back. */
export async function demandAge(
  { db, now }: Pick<Context, 'db' | 'now'>,
  affiliateId: number,
): Promise<{ name: string; birthdate: string | null }> {
  const [diver] = await sql.findDiver(db, affiliateId);
  if (diver === undefined) throw fail('dsd.birthdate_missing');
  const problem = ageProblem(diver.birthdate, dayOf(now));
  if (problem !== null) throw fail(`dsd.${problem}`);
  return diver;
}

export async function logStep(
  { db, user, correlationId }: Pick<Context, 'db' | 'correlationId'> & { user: { affiliateId: number } | null },
  affiliateId: number,
  action: string,
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
