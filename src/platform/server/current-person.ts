import { AsyncLocalStorage } from 'node:async_hooks';

const person = new AsyncLocalStorage<string>();

/** Whatever is queued during the work counts as this person's, without being passed from hand to hand. */
export function actFor<Result>(key: number | string | null | undefined, work: () => Result): Result {
  return key === null || key === undefined ? work() : person.run(String(key), work);
}

/** Null in a job and other work of the system. */
export function currentPerson(): string | null {
  return person.getStore() ?? null;
}
