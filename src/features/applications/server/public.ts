import type { FastifyInstance } from 'fastify';
import { registerEndpoints } from '#platform/server/http/endpoints.ts';
import type { Services } from '#platform/server/http/context.ts';
import { applicationEndpoints } from '#features/applications/shared/contract.ts';
import { deskHandlers } from './desk/handlers.ts';
import { draftHandlers } from './drafts/handlers.ts';
import { listHandlers } from './lists/handlers.ts';
import { noteHandlers } from './desk/note-handlers.ts';
import { paymentHandlers } from './payment/handlers.ts';
import { proofHandlers } from './proofs/handlers.ts';
import { reviewHandlers } from './review/handlers.ts';
import { typeHandlers } from './types/handlers.ts';

export { sweepProof } from './proofs/proof-files.ts';
export { purgeDrafts } from './drafts/purge-drafts.ts';
export { applicationPurpose, describeFee } from './payment/fee-purpose.ts';
export { notifyApplicationDecision } from './notifications.ts';
export { listApplicationTypes } from './application-types.ts';

/** Applications for a professional level, from draft to card. */
export function registerApplications(app: FastifyInstance, services: Services): void {
  registerEndpoints(app, services, applicationEndpoints, {
    ...typeHandlers,
    ...draftHandlers,
    ...proofHandlers,
    ...listHandlers,
    ...reviewHandlers,
    ...deskHandlers,
    ...paymentHandlers,
    ...noteHandlers,
  });
}
