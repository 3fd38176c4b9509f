import { describe, expect, it } from 'vitest';
import { runAsPerson } from '#platform/server/auth/current-person.ts';
import { createFairQueue, type FairQueue } from './fair-queue.ts';

const options = { slots: 1, slotsPerPerson: 1, maxWaiting: 100, maxWaitingPerPerson: 100 };

/** Queues named work that ends once the gate is resolved. */
function recordOrder(queue: FairQueue) {
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const add = (person: string | null, name: string) =>
    runAsPerson(person, () =>
      queue(async () => {
        order.push(name);
        await gate.promise;
      }),
    );
  return { order, gate, add };
}

describe('createFairQueue', () => {
  it('takes turns between people when one of them has queued a lot', async () => {
    const { order, gate, add } = recordOrder(createFairQueue(options));
    const work = [...Array.from({ length: 20 }, (_, index) => add('a', `a${index}`)), add('b', 'b0'), add('c', 'c0')];
    gate.resolve();
    await Promise.all(work);
    expect(order.slice(0, 4)).toEqual(['a0', 'a1', 'b0', 'c0']);
    expect(order).toHaveLength(22);
  });

  it('runs one task per person at a time even when other slots are free', async () => {
    const { order, gate, add } = recordOrder(createFairQueue({ ...options, slots: 4 }));
    const work = [add('a', 'a0'), add('a', 'a1'), add('b', 'b0')];
    await new Promise(setImmediate);
    expect(order).toEqual(['a0', 'b0']);
    gate.resolve();
    await Promise.all(work);
    expect(order).toEqual(['a0', 'b0', 'a1']);
  });

  it('rejects with 429 when a person queues too much and with 503 when the queue is full', async () => {
    const { gate, add } = recordOrder(createFairQueue({ ...options, maxWaiting: 3, maxWaitingPerPerson: 2 }));
    const work = [add('a', 'a0'), add('a', 'a1'), add('a', 'a2')];
    await expect(add('a', 'a3')).rejects.toMatchObject({ code: 'rate.limited' });
    work.push(add('b', 'b0'));
    await expect(add('c', 'c0')).rejects.toMatchObject({ code: 'server.overloaded' });
    gate.resolve();
    await Promise.all(work);
  });

  it('applies only the total limits to work without a person', async () => {
    const limits = { slots: 2, slotsPerPerson: 1, maxWaiting: 3, maxWaitingPerPerson: 1 };
    const { order, gate, add } = recordOrder(createFairQueue(limits));
    const work = Array.from({ length: 5 }, (_, index) => add(null, `job${index}`));
    await expect(add(null, 'job5')).rejects.toMatchObject({ code: 'server.overloaded' });
    expect(order).toEqual(['job0', 'job1']);
    gate.resolve();
    await Promise.all(work);
  });

  it('runs further work after a failure', async () => {
    const queue = createFairQueue(options);
    await expect(queue(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await queue(async () => 'done')).toBe('done');
  });
});
