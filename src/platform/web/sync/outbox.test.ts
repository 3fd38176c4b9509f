import * as fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stubBrowser, stubLocks } from '#platform/testing/fake-browser.ts';
import { createOutbox, isPermanentError, type Operation } from './outbox.ts';
import { createRecordStore } from './record-store.ts';

let browser: ReturnType<typeof stubBrowser>;

beforeEach(() => {
  // Nothing is sent or moved to IndexedDB by a timer, unless a test advances the clock.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  browser = stubBrowser();
  stubLocks();
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

const createError = (status: number) => Object.assign(new Error('request failed'), { status });
type Send = (batch: readonly Operation<string>[]) => Promise<void>;

/** Opens a tab with an outbox of short texts; texts that start with the same letter are sent together. */
async function openTab(send: Send, options: { store?: null; maxParallel?: number; debounceMs?: number } = {}) {
  const events = browser.openTab();
  const store = createRecordStore({ getOwner: () => 7, browser: events });
  await store.open();
  const outbox = createOutbox<string>({
    store,
    prefix: 'unsent:test:',
    lockName: () => 'test',
    toBatch: ([first, ...rest]) => [first, ...rest.filter(({ body }) => body[0] === first.body[0])],
    resolveError: (error) => ({ kind: isPermanentError(error) ? 'drop' : 'later' }),
    send,
    ...options,
  });
  return { outbox, store, events, texts: () => outbox.read().operations.map(({ body }) => body) };
}

/** Lets promises of the fake IndexedDB settle, which uses real immediates. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

describe('createOutbox', () => {
  it('sends operations left by a killed tab with their former keys', async () => {
    const sent: string[] = [];
    const record: Send = async (batch) => void sent.push(...batch.map(({ key }) => key));
    const first = await openTab(() => Promise.reject(createError(0)));
    await first.outbox.add('a1', 'key-1');
    expect(first.outbox.read()).toMatchObject({ kind: 'offline', isLate: true });
    const next = await openTab(record);
    expect(next.texts()).toEqual(['a1']);
    await next.outbox.start();
    expect([sent, next.outbox.read().kind, next.texts()]).toEqual([['key-1'], 'saved', []]);
  });

  it('replaces an unsent operation with the same key, also during its request', async () => {
    const gate = Promise.withResolvers<void>();
    const sent: string[] = [];
    const { outbox } = await openTab(async (batch) => {
      sent.push(...batch.map(({ body }) => body));
      if (sent.length === 1) await gate.promise;
    });
    void outbox.add('a1', 'key');
    await settle();
    void outbox.add('a2', 'key');
    void outbox.add('a3', 'key');
    gate.resolve();
    await outbox.flush();
    expect(sent).toEqual(['a1', 'a3']);
  });

  it('aborts the request of a removed operation and sends the next one', async () => {
    const sent: string[] = [];
    const store = createRecordStore({ getOwner: () => 7, browser: browser.openTab() });
    await store.open();
    const outbox = createOutbox<string>({
      store,
      prefix: 'test:',
      resolveError: () => ({ kind: 'later' }),
      send: ([{ body }], signal) =>
        new Promise((resolve, reject) => {
          sent.push(body);
          signal.addEventListener('abort', () => reject(new Error('aborted')));
          if (body === 'b') resolve();
        }),
    });
    void outbox.add('a', 'first');
    await settle();
    void outbox.add('b', 'second');
    outbox.remove('first');
    await outbox.flush();
    expect([sent, outbox.read()]).toMatchObject([['a', 'b'], { kind: 'saved', operations: [] }]);
  });

  it('sends several operations at the same time and leaves held ones out', async () => {
    const gates: (() => void)[] = [];
    let isBroken = true;
    const outbox = createOutbox<string>({
      store: null,
      prefix: '',
      maxParallel: 2,
      resolveError: () => ({ kind: 'hold' }),
      send: async ([{ body }]) => {
        if (body === 'broken' && isBroken) throw createError(500);
        await new Promise<void>((resolve) => gates.push(resolve));
      },
    });
    const states = () => outbox.read().operations.map(({ body, state }) => `${body} ${state}`);
    for (const body of ['broken', 'a', 'b', 'c']) void outbox.add(body, body);
    await settle();
    expect(states()).toEqual(['broken held', 'a sending', 'b sending', 'c waiting']);
    gates[0]?.();
    await settle();
    expect(states()).toEqual(['broken held', 'b sending', 'c sending']);
    isBroken = false;
    void outbox.retry('broken');
    gates[1]?.();
    await settle();
    expect(states()).toEqual(['broken sending', 'c sending']);
  });
});

type Step =
  | { kind: 'add'; tab: number; group: string }
  | { kind: 'flush' | 'move' | 'deliver' | 'kill'; tab: number }
  | { kind: 'network'; mode: 'up' | 'down' | 'loses-answers' | 'rejects' };

const tab = fc.nat({ max: 1 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('add'), tab, group: fc.constantFrom('a', 'b') }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('flush', 'move', 'deliver', 'kill'), tab }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('network'),
      mode: fc.constantFrom('up', 'down', 'loses-answers', 'rejects'),
    }),
  },
) as fc.Arbitrary<Step>;

it('applies each operation once and in order, whatever fails', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      browser = stubBrowser();
      stubLocks();
      /** The server ignores repeated keys, as ours does. */
      const applied = new Map<string, string>();
      const attempts = new Map<string, number>();
      const rejected = new Set<string>();
      let network: (Step & { kind: 'network' })['mode'] = 'up';
      let hadFailures = false;
      const send: Send = async (batch) => {
        for (const { key } of batch) attempts.set(key, (attempts.get(key) ?? 0) + 1);
        await Promise.resolve();
        hadFailures ||= network !== 'up';
        if (network === 'down') throw createError(0);
        if (network === 'rejects') {
          for (const { key } of batch) if (!applied.has(key)) rejected.add(key);
          throw createError(422);
        }
        for (const { key, body } of batch) if (!applied.has(key)) applied.set(key, body);
        if (network === 'loses-answers') throw createError(503);
      };
      const tabs = [await openTab(send, { debounceMs: 500 }), await openTab(send, { debounceMs: 500 })];
      const added: string[] = [];
      for (const next of steps) {
        vi.setSystemTime(Date.now() + 5);
        if (next.kind === 'network') {
          network = next.mode;
          continue;
        }
        const current = tabs[next.tab] as (typeof tabs)[number];
        if (next.kind === 'add') {
          const body = `${next.group}${added.length}`;
          void current.outbox.add(body, `key-${added.length}`);
          added.push(body);
        } else if (next.kind === 'flush') await Promise.all(tabs.map(({ outbox }) => outbox.flush()));
        else if (next.kind === 'move') {
          await current.store.flush();
          for (const each of tabs) browser.deliver(each.events);
        } else if (next.kind === 'deliver') browser.deliver(current.events);
        else {
          browser.closeTab(current.events);
          tabs[next.tab] = await openTab(send, { debounceMs: 500 });
        }
      }
      network = 'up';
      for (const { outbox } of tabs) expect(await outbox.flush()).toBe(true);
      const reached = [...applied.values()];
      expect([...reached, ...[...rejected].map((key) => added[Number(key.slice(4))])].toSorted()).toEqual(
        added.toSorted(),
      );
      for (const group of ['a', 'b'])
        expect(reached.filter((body) => body.startsWith(group))).toEqual(
          added.filter((body) => body.startsWith(group) && reached.includes(body)),
        );
      // Without failures, no operation is sent twice, even if both tabs send at the same time.
      expect(hadFailures || [...attempts.values()].every((count) => count === 1)).toBe(true);
    }),
    { numRuns: 150 },
  );
});
