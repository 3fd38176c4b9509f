import type { FastifyInstance } from 'fastify';
import { registerEndpoints } from '#platform/server/http/endpoints.ts';
import type { Services } from '#platform/server/http/context.ts';
import { defineResolvers, type GraphqlResolvers } from '#platform/server/graphql/graphql.ts';
import { deskChangeChannel } from '#domain/audit-actions.ts';
import type { Notice } from '#features/notifications/shared/notice.ts';
import { deskEndpoints } from '#features/association/shared/contract.ts';
import { deskApi, type DeskChange } from '#features/association/shared/desk-api.ts';
import { auditHandlers } from './audit.ts';
import { cardHandlers } from './card-search.ts';
import { decisionHandlers } from './decisions.ts';
import { countHandlers } from './queue-counts.ts';
import { flagHandlers } from './feature-flags.ts';
import { mailHandlers } from './mail-previews.ts';
import { peopleHandlers } from './people.ts';
import { securityEventHandlers } from './security-events.ts';

export const deskResolvers: GraphqlResolvers = defineResolvers(deskApi, {
  onDeskChange: ({ services }) => services.pubsub.subscribe<DeskChange>(deskChangeChannel),
});

/** The notices are needed to preview the mails of all features. */
export function registerAssociation(app: FastifyInstance, services: Services, notices: readonly Notice[]): void {
  registerEndpoints(app, services, deskEndpoints, {
    ...peopleHandlers,
    ...cardHandlers,
    ...auditHandlers,
    ...securityEventHandlers,
    ...countHandlers,
    ...decisionHandlers,
    ...flagHandlers,
    ...mailHandlers(notices),
  });
}
