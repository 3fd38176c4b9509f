import type { FastifyInstance } from 'fastify';
import { registerCalls } from '../../../platform/server/calls.ts';
import type { Services } from '../../../platform/server/context.ts';
import type { Brand } from '../../../platform/shared/brand.ts';
import { preferencesCalls } from '../shared/contract.ts';
import { preferencesHandlers } from './handlers.ts';

export function registerPreferences(app: FastifyInstance, services: Services, _brand: Brand): void {
  registerCalls(app, services, preferencesCalls, preferencesHandlers);
}
