import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyRequest } from 'fastify';
import { getIpNetwork } from '#platform/server/http/ip-network.ts';

const personStorage = new AsyncLocalStorage<string>();

/** Whatever is queued during the work counts as this person's, without being passed from hand to hand. */
export function runAsPerson<Result>(key: number | string | null | undefined, work: () => Result): Result {
  return key === null || key === undefined ? work() : personStorage.run(String(key), work);
}

/** Strangers count by their network. They must not share the turn of jobs, which has no limit of its own. */
export function runAsCaller<Result>(
  request: FastifyRequest,
  user: { affiliateId: number } | null,
  work: () => Result,
): Result {
  return runAsPerson(user?.affiliateId ?? `network ${getIpNetwork(request.ip)}`, work);
}

/** Null in a job and other work of the system. */
export function getCurrentPerson(): string | null {
  return personStorage.getStore() ?? null;
}
