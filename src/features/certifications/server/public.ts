import type { FastifyInstance } from 'fastify';
import { registerEndpoints } from '#platform/server/http/endpoints.ts';
import type { Services } from '#platform/server/http/context.ts';
import { certificationEndpoints, eCardEndpoints } from '#features/certifications/shared/contract.ts';
import { cardFileHandlers } from './cards/file-handlers.ts';
import { cardHandlers } from './cards/handlers.ts';
import { listHandlers } from './list-handlers.ts';
import { certificationHandlers } from './certification-handlers.ts';
import { outsideDeskHandlers } from './outside/desk-handlers.ts';
import { outsideHandlers } from './outside/handlers.ts';
import { photoLinkHandlers } from './cards/photo-link.ts';
import { readinessHandlers } from './readiness/handlers.ts';
import { registerWellKnown } from './credentials/well-known.ts';

export { issueECard } from './cards/issue-ecard.ts';
export { certify } from './certify.ts';
export { listMissingKinds } from './readiness/candidate.ts';
export { listOutsideCards } from './outside/queries.ts';
export { readOutsidePicture } from './outside/picture-files.ts';
export { formatLevelName } from './card-info.ts';
export { listCertifications } from './queries.ts';
export { notifyCertified } from './notifications.ts';

/** Certifications, their cards and public verification. */
export function registerCertifications(app: FastifyInstance, services: Services): void {
  registerEndpoints(app, services, eCardEndpoints, {
    ...listHandlers,
    ...cardHandlers,
    ...cardFileHandlers,
    ...outsideHandlers,
    ...outsideDeskHandlers,
    ...photoLinkHandlers,
    ...readinessHandlers,
  });
  registerEndpoints(app, services, certificationEndpoints, certificationHandlers);
  registerWellKnown(app, services);
}
