import type { Context } from '../../../platform/server/context.ts';
import type { Application } from '../shared/application.ts';
import { fail } from '../shared/contract.ts';
import { type Action, type ApplicationState, canTake, isBy } from '../shared/steps.ts';
import type { Found } from './finding.ts';
import { type Taking, takeStep, wasTaken } from './stepping.ts';
import { tellStep } from './telling.ts';
import { viewApplication } from './view.ts';

interface Asked {
  action: Action;
  key: string;
  /** Where somebody decides on what they have read. */
  version?: number;
}

/**
 * True where it was taken before: by this very call, or by the same role, so that the application is where it was to
 * go. False where it may be taken now; everything else is refused.
 */
export async function isDone(
  ctx: Context,
  { row, role }: Found,
  { action, key, version }: Asked,
  there: readonly ApplicationState[] = [],
): Promise<boolean> {
  if (await wasTaken(ctx, row, action, key)) return true;
  if (isBy(action, role) && there.includes(row.state)) return true;
  if (!canTake(action, role, row.state)) throw fail('applications.out_of_turn');
  if (version !== undefined && version !== row.version) throw fail('applications.changed', { path: 'version' });
  return false;
}

/** Takes the step, tells who must act next, and answers with what it is now. */
export async function goOn(
  ctx: Context,
  { row, role }: Found,
  { action, key, note = '', reasons = [], facts }: Omit<Taking, 'byId' | 'byRole'>,
): Promise<Application> {
  const by = { byId: ctx.user.affiliateId, byRole: role };
  const next = await takeStep(ctx, row, { action, key, note, reasons, ...by, ...(facts && { facts }) });
  await tellStep(ctx, next, { id: key, action, note, byRole: role });
  return viewApplication(ctx, { row: next, role });
}
