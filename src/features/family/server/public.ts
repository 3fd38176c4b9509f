import type { FastifyInstance } from 'fastify';
import { registerEndpoints } from '#platform/server/http/endpoints.ts';
import type { Services } from '#platform/server/http/context.ts';
import { familyEndpoints } from '#features/family/shared/contract.ts';
import { familyHandlers } from './handlers.ts';

export { handOverAccounts } from './handover/handover.ts';
export { inviteGuardian } from './invites/invites.ts';
export { selectInvitedAddress } from './invites/queries.ts';
export { sendProposedInvite } from './invites/invite-sending.ts';

export function registerFamily(app: FastifyInstance, services: Services): void {
  registerEndpoints(app, services, familyEndpoints, familyHandlers);
}
export { describeFormToSign, describeSignedForm } from './invites/form-to-sign.ts';
