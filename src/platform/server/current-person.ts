import { AsyncLocalStorage } from 'node:async_hooks';

const person = new AsyncLocalStorage<string>();

/** Whatever is queued during the work counts as this person's, without being passed from hand to hand. */
export function actFor<Result>(key: number | string | null | undefined, work: () => Result): Result {
  return key === null || key === undefined ? work() : person.run(String(key), work);
}

/** Work without a person, such as a job's, shares one turn. */
export function currentPerson(): string {
  return person.getStore() ?? '';
}
