import { fail } from '#platform/shared/errors.ts';
import { getCurrentPerson } from '#platform/server/auth/current-person.ts';

interface FairQueueOptions {
  /** Limits on work that runs at the same time, in total and for each person. */
  slots: number;
  slotsPerPerson: number;
  /** Limits on waiting work, in total and for each person. */
  maxWaiting: number;
  maxWaitingPerPerson: number;
}

interface PersonQueue {
  running: number;
  waiting: (() => void)[];
}

export type FairQueue = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Runs queued work in turns per person, because one person's hundred documents must not delay another person's single
 * one. Jobs have no person: they share one turn and are subject to the total limits only. Work beyond the limits is
 * rejected with a time to retry.
 */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { slots, slotsPerPerson, maxWaiting, maxWaitingPerPerson } = options;
  /** The person whose turn is next comes first. */
  const turns = new Map<string | null, PersonQueue>();
  let running = 0;
  let waiting = 0;

  function startNext(): void {
    if (running >= slots) return;
    for (const [person, turn] of turns) {
      if (turn.waiting.length === 0 || (person !== null && turn.running >= slotsPerPerson)) continue;
      const start = turn.waiting.shift();
      turns.delete(person);
      turns.set(person, turn);
      waiting--;
      running++;
      turn.running++;
      start?.();
      return;
    }
  }

  return async (work) => {
    const person = getCurrentPerson();
    const turn = turns.get(person) ?? { running: 0, waiting: [] };
    if (waiting >= maxWaiting) throw fail('server.overloaded', { retryAfterS: 5 });
    if (person !== null && turn.waiting.length >= maxWaitingPerPerson) throw fail('rate.limited', { retryAfterS: 5 });
    turns.set(person, turn);
    const started = Promise.withResolvers<void>();
    turn.waiting.push(started.resolve);
    waiting++;
    startNext();
    await started.promise;
    try {
      return await work();
    } finally {
      running--;
      turn.running--;
      if (turn.running === 0 && turn.waiting.length === 0) turns.delete(person);
      startNext();
    }
  };
}
