import type { FastifyInstance } from 'fastify';
import { registerCalls } from '../../../platform/server/calls.ts';
import type { Services } from '../../../platform/server/context.ts';
import type { Brand } from '../../../platform/shared/brand.ts';
import { preferencesCalls } from '../shared/contract.ts';
import { communicationsKey } from '../shared/rules.ts';
import { preferencesHandlers } from './handlers.ts';
import { registerOneClick } from './one-click.ts';

export { applyPreferences } from './apply.ts';
export { seedDemoPreferences } from './demo.ts';

export function registerPreferences(app: FastifyInstance, services: Services, brand: Brand): void {
  const flagKey = communicationsKey(brand.productKey);
  registerCalls(app, services, preferencesCalls, preferencesHandlers(flagKey));
  registerOneClick(app, services, flagKey);
}
