import type { FastifyInstance } from 'fastify';
import { registerCalls } from '../../../platform/server/calls.ts';
import type { Services } from '../../../platform/server/context.ts';
import { applicationCalls } from '../shared/contract.ts';
import { deskHandlers } from './desk.ts';
import { draftHandlers } from './drafts.ts';
import { listHandlers } from './lists.ts';
import { noteHandlers } from './notes.ts';
import { paymentHandlers } from './payment.ts';
import { proofHandlers } from './proofs.ts';
import { reviewHandlers } from './review.ts';
import { typeHandlers } from './type-calls.ts';

export { sweepProof } from './proof-files.ts';
export { purgeDrafts } from './purge-drafts.ts';
export { applicationPurpose, describeFee } from './purpose.ts';
export { tellDecision } from './telling.ts';
export { listTypes } from './types.ts';

/** Applications for a professional level, from draft to card. */
export function registerApplications(app: FastifyInstance, services: Services): void {
  registerCalls(app, services, applicationCalls, {
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
