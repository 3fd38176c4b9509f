import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createScormOutbox, toDraftName, type ScormStorage, type ScormState } from './create-scorm-outbox.ts';

const createError = (status: number) => Object.assign(new Error('request failed'), { status });
const createState = (seq: number, item = 'corals'): ScormState => ({
  packageId: 'reef-life',
  item,
  seq,
  cmi: {},
  isCompleted: false,
  isPassed: null,
  scorePercent: null,
  seconds: seq,
});

function createMemoryStorage(isFull = false): ScormStorage & { stored: Map<string, ScormState> } {
  const stored = new Map<string, ScormState>();
  return {
    stored,
    save: (state) => (isFull ? false : (stored.set(toDraftName(state), state), true)),
    list: () => [...stored.values()],
    remove: (state) => {
      if (stored.get(toDraftName(state))?.seq === state.seq) stored.delete(toDraftName(state));
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('createScormOutbox sends immediately and afterwards only the newest state', async () => {
  const sent: number[] = [];
  const gates: (() => void)[] = [];
  const storage = createMemoryStorage();
  const outbox = createScormOutbox({
    storage,
    post: (state) => {
      sent.push(state.seq);
      return new Promise((resolve) => gates.push(resolve));
    },
  });
  outbox.add(createState(1));
  outbox.add(createState(2));
  outbox.add(createState(3));
  expect([sent, outbox.read().kind]).toEqual([[1], 'saving']);
  gates[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([1, 3]);
  gates[1]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect([storage.stored.size, outbox.read().kind]).toEqual([0, 'saved']);
});

it('createScormOutbox stores states while offline and then sends the newest of each item', async () => {
  let isOnline = false;
  const sent: [string, number][] = [];
  const storage = createMemoryStorage();
  const outbox = createScormOutbox({
    storage,
    post: async ({ item, seq }) => {
      if (!isOnline) throw createError(0);
      sent.push([item, seq]);
    },
  });
  outbox.add(createState(1));
  outbox.add(createState(2, 'fish'));
  await vi.advanceTimersByTimeAsync(0);
  outbox.add(createState(3));
  await vi.advanceTimersByTimeAsync(5_000);
  expect([outbox.read().kind, storage.stored.size, sent]).toEqual(['offline', 2, []]);
  isOnline = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent.toSorted()).toEqual([
    ['corals', 3],
    ['fish', 2],
  ]);
  expect([outbox.read().kind, storage.stored.size]).toEqual(['saved', 0]);
});

it('createScormOutbox drops states that the server permanently rejects', async () => {
  const storage = createMemoryStorage();
  storage.save(createState(1, 'gone'));
  const sent: string[] = [];
  const outbox = createScormOutbox({
    storage,
    post: async ({ item }) => {
      if (item === 'gone') throw createError(404);
      sent.push(item);
    },
  });
  outbox.add(createState(2));
  await vi.advanceTimersByTimeAsync(0);
  expect([sent, storage.stored.size]).toEqual([['corals'], 0]);
});

it('createScormOutbox reports and still sends states that the browser cannot store', async () => {
  const sent: number[] = [];
  let isOnline = false;
  const outbox = createScormOutbox({
    storage: createMemoryStorage(true),
    post: async ({ seq }) => {
      if (!isOnline) throw createError(0);
      sent.push(seq);
    },
  });
  outbox.add(createState(1));
  await vi.advanceTimersByTimeAsync(0);
  expect(outbox.read().kind).toBe('unkept');
  isOnline = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([sent, outbox.read().kind]).toEqual([[1], 'saved']);
});
