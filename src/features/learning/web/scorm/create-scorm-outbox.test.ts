import { beforeEach, expect, it, vi } from 'vitest';
import { stubBrowser } from '#platform/testing/fake-browser.ts';
import { openRecordStore } from '#platform/testing/open-record-store.ts';
import { createScormOutbox, toOperationKey, type ScormState } from './create-scorm-outbox.ts';

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

let browser: ReturnType<typeof stubBrowser>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  browser = stubBrowser();
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

async function open(post: (state: ScormState) => Promise<void>) {
  const outbox = createScormOutbox(await openRecordStore(browser), post);
  return {
    ...outbox,
    queue: (state: ScormState) => void outbox.add(state, toOperationKey(state)),
    stored: async () => (await openRecordStore(browser)).list('scorm:').map(({ name }) => name),
  };
}

it('createScormOutbox sends immediately and afterwards only the newest state', async () => {
  const sent: number[] = [];
  const gates: (() => void)[] = [];
  const outbox = await open((state) => {
    sent.push(state.seq);
    return new Promise((resolve) => gates.push(resolve));
  });
  outbox.queue(createState(1));
  await vi.advanceTimersByTimeAsync(0);
  outbox.queue(createState(2));
  outbox.queue(createState(3));
  expect([sent, outbox.read().kind]).toEqual([[1], 'saving']);
  gates[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([1, 3]);
  gates[1]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect([await outbox.stored(), outbox.read().kind]).toEqual([[], 'saved']);
});

it('createScormOutbox stores states while offline and then sends the newest of each item', async () => {
  let isOnline = false;
  const sent: [string, number][] = [];
  const outbox = await open(async ({ item, seq }) => {
    if (!isOnline) throw createError(0);
    sent.push([item, seq]);
  });
  outbox.queue(createState(1));
  outbox.queue(createState(2, 'fish'));
  await vi.advanceTimersByTimeAsync(0);
  outbox.queue(createState(3));
  await vi.advanceTimersByTimeAsync(5_000);
  expect([outbox.read().kind, (await outbox.stored()).length, sent]).toEqual(['offline', 2, []]);
  isOnline = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent.toSorted()).toEqual([
    ['corals', 3],
    ['fish', 2],
  ]);
  expect([outbox.read().kind, await outbox.stored()]).toEqual(['saved', []]);
});

it('createScormOutbox drops states that the server permanently rejects', async () => {
  const tried: string[] = [];
  const outbox = await open(async ({ item }) => {
    tried.push(item);
    if (item === 'gone') throw createError(404);
  });
  outbox.queue(createState(1, 'gone'));
  outbox.queue(createState(2));
  await outbox.flush();
  expect([tried, await outbox.stored()]).toEqual([['gone', 'corals'], []]);
});

it('createScormOutbox reports and still sends states that the browser cannot store', async () => {
  const sent: number[] = [];
  let isOnline = false;
  const outbox = await open(async ({ seq }) => {
    if (!isOnline) throw createError(0);
    sent.push(seq);
  });
  localStorage.setItem = () => {
    throw new Error('full');
  };
  outbox.queue(createState(1));
  await vi.advanceTimersByTimeAsync(0);
  expect(outbox.read().kind).toBe('unkept');
  isOnline = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([sent, outbox.read().kind]).toEqual([[1], 'saved']);
});
