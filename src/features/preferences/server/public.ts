import type { FastifyInstance } from 'fastify';
import { registerEndpoints } from '#platform/server/http/endpoints.ts';
import type { Services } from '#platform/server/http/context.ts';
import type { Brand } from '#platform/shared/brand.ts';
import { createMailChoices } from '#features/notifications/server/public.ts';
import type { Notice } from '#features/notifications/shared/notice.ts';
import { mailChoiceEndpoints, preferencesEndpoints } from '#features/preferences/shared/contract.ts';
import { communicationsKey } from '#features/preferences/shared/rules.ts';
import { preferencesHandlers } from './handlers.ts';
import { mailChoiceHandlers } from './mail-choice.ts';
import { registerOneClickUnsubscribe } from './one-click-unsubscribe.ts';

export { applyPreferences } from './apply-preferences.ts';

export function registerPreferences(
  app: FastifyInstance,
  services: Services,
  brand: Brand,
  notices: readonly Notice[],
): void {
  const choices = createMailChoices(services, notices);
  const flagKey = communicationsKey(brand.productKey);
  registerEndpoints(app, services, preferencesEndpoints, preferencesHandlers(flagKey));
  registerEndpoints(app, services, mailChoiceEndpoints, mailChoiceHandlers(choices));
  registerOneClickUnsubscribe(app, services, flagKey, choices);
}
