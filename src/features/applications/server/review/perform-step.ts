import type { Context } from '#platform/server/http/context.ts';
import type { Application } from '#features/applications/shared/application.ts';
import { fail } from '#features/applications/shared/contract.ts';
import { canTakeStep, isStepRole } from '#features/applications/shared/policy.ts';
import type { Action, ApplicationState } from '#features/applications/shared/steps.ts';
import type { ApplicationAccess } from '#features/applications/server/find-application.ts';
import { type StepInput, takeStep, isStepTaken } from './take-step.ts';
import { notifyStep } from '#features/applications/server/notifications.ts';
import { loadApplicationView } from '#features/applications/server/view/application-view.ts';

interface StepRequest {
  action: Action;
  key: string;
  /** Set for decisions that depend on the content that was read. */
  version?: number;
}

/**
 * Returns true when this request was processed before, or when the same role already moved the application to a target
 * state. Returns false when the step may be taken now, and throws otherwise.
 */
export async function isAlreadyDone(
  ctx: Context,
  { row, role }: ApplicationAccess,
  { action, key, version }: StepRequest,
  there: readonly ApplicationState[] = [],
): Promise<boolean> {
  if (await isStepTaken(ctx, row, action, key)) return true;
  if (isStepRole(action, role) && there.includes(row.state)) return true;
  if (!canTakeStep(action, role, row.state)) throw fail('applications.out_of_turn');
  if (version !== undefined && version !== row.version) throw fail('applications.changed', { path: 'version' });
  return false;
}

/** Takes the step, notifies the next people to act and returns the updated view. */
export async function performStep(
  ctx: Context,
  { row, role }: ApplicationAccess,
  { action, key, note = '', reasons = [], facts }: Omit<StepInput, 'byId' | 'byRole'>,
): Promise<Application> {
  const by = { byId: ctx.user.affiliateId, byRole: role };
  const next = await takeStep(ctx, row, { action, key, note, reasons, ...by, ...(facts && { facts }) });
  await notifyStep(ctx, next, { id: key, action, note, byRole: role });
  return loadApplicationView(ctx, { row: next, role });
}
