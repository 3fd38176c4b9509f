import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createScormOutbox, toDraftName, type ScormStorage, type ScormState } from './create-scorm-outbox.ts';

const refuse = (status: number) => Object.assign(new Error('no'), { status });
const said = (seq: number, item = 'corals'): ScormState => ({
  packageId: 'reef-life',
  item,
  seq,
  cmi: {},
  isCompleted: false,
  isPassed: null,
  scorePercent: null,
  seconds: seq,
});

function memoryBox(isFull = false): ScormStorage & { kept: Map<string, ScormState> } {
  const kept = new Map<string, ScormState>();
  return {
    kept,
    keep: (state) => (isFull ? false : (kept.set(toDraftName(state), state), true)),
    list: () => [...kept.values()],
    drop: (state) => {
      if (kept.get(toDraftName(state))?.seq === state.seq) kept.delete(toDraftName(state));
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
  const box = memoryBox();
  const keeper = createScormOutbox({
    box,
    post: (state) => {
      sent.push(state.seq);
      return new Promise((resolve) => gates.push(resolve));
    },
  });
  keeper.keep(said(1));
  keeper.keep(said(2));
  keeper.keep(said(3));
  expect([sent, keeper.read().kind]).toEqual([[1], 'saving']);
  gates[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([1, 3]);
  gates[1]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect([box.kept.size, keeper.read().kind]).toEqual([0, 'saved']);
});

it('createScormOutbox stores states while offline and then sends the newest of each item', async () => {
  let isOnline = false;
  const sent: [string, number][] = [];
  const box = memoryBox();
  const keeper = createScormOutbox({
    box,
    post: async ({ item, seq }) => {
      if (!isOnline) throw refuse(0);
      sent.push([item, seq]);
    },
  });
  keeper.keep(said(1));
  keeper.keep(said(2, 'fish'));
  await vi.advanceTimersByTimeAsync(0);
  keeper.keep(said(3));
  await vi.advanceTimersByTimeAsync(5_000);
  expect([keeper.read().kind, box.kept.size, sent]).toEqual(['offline', 2, []]);
  isOnline = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent.toSorted()).toEqual([
    ['corals', 3],
    ['fish', 2],
  ]);
  expect([keeper.read().kind, box.kept.size]).toEqual(['saved', 0]);
});

it('createScormOutbox drops states that the server permanently rejects', async () => {
  const box = memoryBox();
  box.keep(said(1, 'gone'));
  const sent: string[] = [];
  const keeper = createScormOutbox({
    box,
    post: async ({ item }) => {
      if (item === 'gone') throw refuse(404);
      sent.push(item);
    },
  });
  keeper.keep(said(2));
  await vi.advanceTimersByTimeAsync(0);
  expect([sent, box.kept.size]).toEqual([['corals'], 0]);
});

it('createScormOutbox reports and still sends states that the browser cannot store', async () => {
  const sent: number[] = [];
  let isOnline = false;
  const keeper = createScormOutbox({
    box: memoryBox(true),
    post: async ({ seq }) => {
      if (!isOnline) throw refuse(0);
      sent.push(seq);
    },
  });
  keeper.keep(said(1));
  await vi.advanceTimersByTimeAsync(0);
  expect(keeper.read().kind).toBe('unkept');
  isOnline = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([sent, keeper.read().kind]).toEqual([[1], 'saved']);
});
