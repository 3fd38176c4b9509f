import type { FastifyInstance } from 'fastify';
import type { Handlers } from '../../../platform/server/calls.ts';
import type { Services } from '../../../platform/server/context.ts';
import type { userCalls } from '../shared/profile-contract.ts';

const later = async (): Promise<never> => {
  throw new Error('later');
};

export function userHandlers(_app: FastifyInstance, _services: Services): Handlers<typeof userCalls> {
  return {
    'PUT user/update/{email}': later,
    'PUT user/update/phone/{email}': later,
    'POST sync-queue': later,
    'GET user/family': later,
  };
}
