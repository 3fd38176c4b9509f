import type { FastifyInstance } from 'fastify';
import { registerEndpoints } from '#platform/server/http/endpoints.ts';
import type { Services } from '#platform/server/http/context.ts';
import type { Notice } from '#features/notifications/shared/notice.ts';
import { deskEndpoints } from '#features/association/shared/contract.ts';
import { auditHandlers } from './audit.ts';
import { cardHandlers } from './card-search.ts';
import { countHandlers } from './queue-counts.ts';
import { flagHandlers } from './feature-flags.ts';
import { mailHandlers } from './mail-previews.ts';
import { peopleHandlers } from './people.ts';
import { securityEventHandlers } from './security-events.ts';

/** The notices are needed to preview the mails of all features. */
export function registerAssociation(app: FastifyInstance, services: Services, notices: readonly Notice[]): void {
  registerEndpoints(app, services, deskEndpoints, {
    ...peopleHandlers,
    ...cardHandlers,
    ...auditHandlers,
    ...securityEventHandlers,
    ...countHandlers,
    ...flagHandlers,
    ...mailHandlers(notices),
  });
}
