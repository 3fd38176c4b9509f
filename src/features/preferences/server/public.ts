import type { FastifyInstance } from 'fastify';
import { registerCalls } from '../../../platform/server/calls.ts';
import type { Services } from '../../../platform/server/context.ts';
import type { Brand } from '../../../platform/shared/brand.ts';
import { mailChoices } from '../../notifications/server/public.ts';
import type { Notice } from '../../notifications/shared/notice.ts';
import { mailChoiceCalls, preferencesCalls } from '../shared/contract.ts';
import { communicationsKey } from '../shared/rules.ts';
import { preferencesHandlers } from './handlers.ts';
import { mailChoiceHandlers } from './mail-choice.ts';
import { registerOneClick } from './one-click.ts';

export { applyPreferences } from './apply.ts';
export { seedDemoPreferences } from './demo.ts';

export function registerPreferences(
  app: FastifyInstance,
  services: Services,
  brand: Brand,
  notices: readonly Notice[],
): void {
  const choices = mailChoices(services, notices);
  const flagKey = communicationsKey(brand.productKey);
  registerCalls(app, services, preferencesCalls, preferencesHandlers(flagKey));
  registerCalls(app, services, mailChoiceCalls, mailChoiceHandlers(choices));
  registerOneClick(app, services, flagKey, choices);
}
