import type { FastifyInstance } from 'fastify';
import { registerCalls } from '../../../platform/server/calls.ts';
import type { Services } from '../../../platform/server/context.ts';
import type { Notice } from '../../notifications/shared/notice.ts';
import { deskCalls } from '../shared/contract.ts';
import { auditHandlers } from './audit.ts';
import { cardHandlers } from './cards.ts';
import { countHandlers } from './counts.ts';
import { flagHandlers } from './flags.ts';
import { mailHandlers } from './mails.ts';
import { peopleHandlers } from './people.ts';
import { securityEventHandlers } from './security-events/security-events.ts';

/** The association's desk. It shows the mails of everything that the portal tells people. */
export function registerDesk(app: FastifyInstance, services: Services, notices: readonly Notice[]): void {
  registerCalls(app, services, deskCalls, {
    ...peopleHandlers,
    ...cardHandlers,
    ...auditHandlers,
    ...securityEventHandlers,
    ...countHandlers,
    ...flagHandlers,
    ...mailHandlers(notices),
  });
}
