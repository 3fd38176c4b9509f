import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyRequest } from 'fastify';
import { getIpNetwork } from '#platform/server/http/ip-network.ts';

const personStorage = new AsyncLocalStorage<string>();

/** Runs the work with this person as the current one, so nested queues can read it without a parameter. */
export function runAsPerson<Result>(key: number | string | null | undefined, work: () => Result): Result {
  return key === null || key === undefined ? work() : personStorage.run(String(key), work);
}

/** Anonymous callers count by network. They must not share the turn of jobs, which has no limit per person. */
export function runAsCaller<Result>(
  request: FastifyRequest,
  user: { affiliateId: number } | null,
  work: () => Result,
): Result {
  return runAsPerson(user?.affiliateId ?? `network ${getIpNetwork(request.ip)}`, work);
}

/** Null in jobs and other system work. */
export function getCurrentPerson(): string | null {
  return personStorage.getStore() ?? null;
}
