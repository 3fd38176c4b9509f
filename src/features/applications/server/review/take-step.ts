import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Context, TransactionContext } from '#platform/server/http/context.ts';
import { fail as failAnywhere } from '#platform/shared/errors.ts';
import type { Reason } from '#features/applications/shared/application.ts';
import { fail } from '#features/applications/shared/contract.ts';
import type { Facts } from '#features/applications/shared/requirements.ts';
import { canTakeStep } from '#features/applications/shared/policy.ts';
import { type Action, findStep, type StepRole } from '#features/applications/shared/steps.ts';
import { loadFacts } from '#features/applications/server/requirements/facts.ts';
import { storeSnapshot } from '#features/applications/server/requirements/snapshot.ts';
import * as queries from '#features/applications/server/queries.ts';
import { findApplicationType } from '#features/applications/server/application-types.ts';

export interface StepInput {
  action: Action;
  /** Repeating a key repeats no step. */
  key: string;
  byId: number | null;
  byRole: StepRole;
  note?: string;
  reasons?: Reason[];
  /** Set when the caller has just loaded them. */
  facts?: Facts;
}

/** Opening doesn't restart the waiting time, and an undo restores the former one. */
const stateSince: Partial<Record<Action, 'before' | 'sent'>> = { open: 'before', undo: 'sent' };

/**
 * The only way to move an application: stores the state, the step and the audit entry in the caller's transaction.
 * Notifications belong in the same transaction. The row must be locked.
 */
export async function takeStep(
  { db, now, correlationId }: TransactionContext,
  row: queries.ApplicationRow,
  { action, key, byId, byRole, note = '', reasons = [], facts }: StepInput,
): Promise<queries.ApplicationRow> {
  if (!canTakeStep(action, byRole, row.state)) throw fail('applications.out_of_turn');
  const { to } = findStep(action);
  const { affiliateId, id } = row;
  const next = await queries.updateState.first(db, {
    affiliateId,
    id,
    state: to,
    reasons: to === 'Returned' ? reasons : [],
    now,
    since: stateSince[action] ?? 'now',
  });
  if (next === undefined) throw new Error(`application ${id} disappeared while locked`);
  const taken = await queries.insertStep.first(db, {
    affiliateId,
    applicationId: id,
    id: key,
    action,
    fromState: row.state,
    toState: to,
    byId,
    byRole,
    note,
    reasons,
    now,
  });
  if (taken === undefined)
    throw failAnywhere('request.invalid', { message: 'the key belongs to another step', path: 'key' });
  await storeSnapshot(db, next, facts ?? (await loadFacts(db, next, findApplicationType(next.typeId), now)));
  await appendAudit(db, {
    actor: byId,
    action: `application.${action}`,
    subject: `application:${id}`,
    data: { applicant: affiliateId, from: row.state, to, fields: reasons.map(({ field }) => field) },
    correlationId,
  });
  return next;
}

/** Whether the same person took this step before; the handler then returns the current state. */
export async function isStepTaken(
  { db, user }: Pick<Context, 'db' | 'user'>,
  { affiliateId, id }: queries.ApplicationRow,
  action: Action,
  key: string,
): Promise<boolean> {
  const taken = await queries.findStepByKey.first(db, { affiliateId, applicationId: id, id: key });
  return taken?.byId === user.affiliateId && taken.action === action;
}
