import { appendAudit } from '../../../platform/server/audit.ts';
import type { Context } from '../../../platform/server/context.ts';
import { fail as failAnywhere } from '../../../platform/shared/errors.ts';
import type { Reason } from '../shared/application.ts';
import { fail } from '../shared/contract.ts';
import type { Facts } from '../shared/requirements.ts';
import { type Action, canTake, findStep, type StepRole } from '../shared/steps.ts';
import { readFacts } from './facts.ts';
import { keepSnapshot } from './snapshot.ts';
import * as sql from './sql.ts';
import { findType } from './types.ts';

type Doing = Pick<Context, 'db' | 'now' | 'correlationId' | 'services'>;

export interface Taking {
  action: Action;
  /** The same key is the same step. */
  key: string;
  byId: number | null;
  byRole: StepRole;
  note?: string;
  reasons?: readonly Reason[];
  /** Where they have just been read. */
  facts?: Facts;
}

/** Who only begins to look has had it since it was submitted; who takes a decision back had it all along. */
const since: Partial<Record<Action, 'before' | 'sent'>> = { open: 'before', undo: 'sent' };

/**
 * The one way in which an application goes on: its state, the step with who, when and why, and the audit entry, in the
 * caller's transaction. Whoever tells somebody about it does so in the same one. The row is locked.
 */
export async function takeStep(
  { db, now, correlationId }: Doing,
  row: sql.ApplicationRow,
  { action, key, byId, byRole, note = '', reasons = [], facts }: Taking,
): Promise<sql.ApplicationRow> {
  if (!canTake(action, byRole, row.state)) throw fail('applications.out_of_turn');
  const { to } = findStep(action);
  const { affiliateId, id } = row;
  const why = JSON.stringify(reasons);
  const kept = to === 'Returned' ? why : '[]';
  const [next] = await sql.setState(db, affiliateId, id, to, kept, now, since[action] ?? 'now');
  if (next === undefined) throw new Error(`application ${id} is gone while it is locked`);
  const [taken] = await sql.insertStep(db, affiliateId, id, key, action, row.state, to, byId, byRole, note, why, now);
  if (taken === undefined) throw failAnywhere('request.invalid', { message: 'the key is another step’s', path: 'key' });
  await keepSnapshot(db, next, facts ?? (await readFacts(db, next, findType(next.typeId), now)));
  await appendAudit(db, {
    actor: byId,
    action: `application.${action}`,
    subject: `application:${id}`,
    data: { applicant: affiliateId, from: row.state, to, fields: reasons.map(({ field }) => field) },
    correlationId,
  });
  return next;
}

/** Whether this step was taken before, by the same person: the answer is then what the application is now. */
export async function wasTaken(
  { db, user }: Pick<Context, 'db' | 'user'>,
  { affiliateId, id }: sql.ApplicationRow,
  action: Action,
  key: string,
): Promise<boolean> {
  const [taken] = await sql.findStepTaken(db, affiliateId, id, key);
  return taken?.byId === user.affiliateId && taken.action === action;
}
