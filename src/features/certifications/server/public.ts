import type { FastifyInstance } from 'fastify';
import { registerCalls } from '../../../platform/server/calls.ts';
import type { Services } from '../../../platform/server/context.ts';
import { certificationCalls, eCardCalls } from '../shared/contract.ts';
import { fileHandlers } from './card-files.ts';
import { cardHandlers } from './cards.ts';
import { listHandlers } from './lists.ts';
import { mineHandlers } from './mine.ts';
import { outsideDeskHandlers } from './outside-desk.ts';
import { outsideHandlers } from './outside.ts';
import { photoLinkHandlers } from './photo-link.ts';
import { readinessHandlers } from './readiness/handlers.ts';
import { registerWellKnown } from './well-known.ts';

export { issueECard } from './issuing.ts';
export { certify } from './certify.ts';
export { listMissingFor } from './readiness/read.ts';
export { listOutsideCards } from './outside-facts.ts';
export { readOutsidePicture } from './outside-files.ts';
export { levelNameIn } from './shape.ts';
export { listCertifications } from './sql.ts';
export { tellCertified } from './telling.ts';

/** Certifications, the cards that show them, and how anybody checks one. */
export function registerCertifications(app: FastifyInstance, services: Services): void {
  registerCalls(app, services, eCardCalls, {
    ...listHandlers,
    ...cardHandlers,
    ...fileHandlers,
    ...outsideHandlers,
    ...outsideDeskHandlers,
    ...photoLinkHandlers,
    ...readinessHandlers,
  });
  registerCalls(app, services, certificationCalls, mineHandlers);
  registerWellKnown(app, services);
}
