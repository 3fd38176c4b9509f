import type { FastifyInstance } from 'fastify';
import { registerCalls } from '../../../platform/server/calls.ts';
import type { Services } from '../../../platform/server/context.ts';
import { familyCalls } from '../shared/contract.ts';
import { familyHandlers } from './family.ts';

export { handOver } from './handover.ts';
export { inviteGuardian } from './invites.ts';
export { sendProposedInvite } from './invite-sending.ts';

/** Guardians and their children. */
export function registerFamily(app: FastifyInstance, services: Services): void {
  registerCalls(app, services, familyCalls, familyHandlers);
}
