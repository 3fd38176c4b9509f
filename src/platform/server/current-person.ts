import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyRequest } from 'fastify';
import { networkOf } from './network.ts';

const person = new AsyncLocalStorage<string>();

/** Whatever is queued during the work counts as this person's, without being passed from hand to hand. */
export function actFor<Result>(key: number | string | null | undefined, work: () => Result): Result {
  return key === null || key === undefined ? work() : person.run(String(key), work);
}

/** Strangers count by their network. They must not share the turn of jobs, which has no limit of its own. */
export function actForCaller<Result>(
  request: FastifyRequest,
  user: { affiliateId: number } | null,
  work: () => Result,
): Result {
  return actFor(user?.affiliateId ?? `network ${networkOf(request.ip)}`, work);
}

/** Null in a job and other work of the system. */
export function currentPerson(): string | null {
  return person.getStore() ?? null;
}
