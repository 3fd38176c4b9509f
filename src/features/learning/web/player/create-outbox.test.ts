import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOutbox } from './create-outbox.ts';
import type { OutboxStorage, StoredOutboxItem, OutboxItem } from './outbox-storage.ts';

const answer = (question: string, attemptId = 'quiz'): OutboxItem => ({
  kind: 'answer',
  attemptId,
  question,
  answer: ['0'],
  seq: 1,
});
const nameOf = (waiting: OutboxItem) => (waiting.kind === 'answer' ? waiting.question : waiting.step.key);
const createError = (status: number, path?: string) =>
  Object.assign(new Error('request failed'), { status, entries: [{ code: 'a.code', message: 'no', path }] });

/** In-memory storage; `isStored` is false to simulate a browser that cannot store anything. */
function createMemoryStorage(isStored = true): OutboxStorage {
  let stored: StoredOutboxItem[] = [];
  return {
    add(waiting) {
      stored = [...stored, { name: `${stored.length}:${nameOf(waiting)}`, waiting }];
      return isStored;
    },
    list: () => stored,
    remove(names) {
      stored = stored.filter(({ name }) => !names.includes(name));
    },
  };
}

/** An outbox whose server returns these errors in turn and then accepts everything. */
function open(answers: (Error | null)[] = [], storage = createMemoryStorage()) {
  const sent: string[][] = [];
  const outbox = createOutbox({
    storage,
    async post(batch) {
      sent.push(batch.map(nameOf));
      const error = answers.shift();
      if (error) throw error;
    },
    lock: (send) => send(),
  });
  return { outbox, sent };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('createOutbox', () => {
  it('sends items within two seconds in one batch', async () => {
    const { outbox, sent } = open();
    outbox.add(answer('a'));
    outbox.add(answer('b'));
    expect(outbox.read().kind).toBe('saving');
    await vi.advanceTimersByTimeAsync(2_000);
    expect([sent, outbox.read().kind]).toEqual([[['a', 'b']], 'saved']);
  });

  it('sends one batch per destination, each in order', async () => {
    const { outbox, sent } = open();
    for (const [question, place] of [
      ['a', 'quiz'],
      ['x', 'exam'],
      ['b', 'quiz'],
    ] as const)
      outbox.add(answer(question, place));
    expect(await outbox.flush()).toBe(true);
    expect(sent).toEqual([['a', 'b'], ['x']]);
  });

  it.each([0, 401, 429, 500, 503])('keeps items and resends them after status %i', async (status) => {
    const { outbox, sent } = open([createError(status)]);
    outbox.add(answer('a'));
    expect(await outbox.flush()).toBe(false);
    expect([outbox.read().kind, outbox.list().length]).toEqual(['offline', 1]);
    outbox.add(answer('b'));
    expect(outbox.read().kind).toBe('offline');
    expect(await outbox.flush()).toBe(true);
    expect([sent.at(-1), outbox.read().kind]).toEqual([['a', 'b'], 'saved']);
  });

  it('retries automatically', async () => {
    const { outbox, sent } = open([createError(0), createError(0)]);
    outbox.add(answer('a'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect([sent.length, outbox.list()]).toEqual([3, []]);
  });

  it('drops items that the server permanently rejects and keeps the rest', async () => {
    const { outbox, sent } = open([createError(422, 'answers.1.answer')]);
    for (const question of ['a', 'b', 'c']) outbox.add(answer(question));
    expect(await outbox.flush()).toBe(true);
    expect(sent).toEqual([
      ['a', 'b', 'c'],
      ['a', 'c'],
    ]);
  });

  it('drops the whole batch when its destination is closed', async () => {
    const { outbox, sent } = open([createError(409)]);
    outbox.add(answer('a'));
    outbox.add(answer('x', 'exam'));
    expect(await outbox.flush()).toBe(true);
    expect(sent).toEqual([['a'], ['x']]);
  });

  it('reports when the browser cannot store anything', async () => {
    const { outbox } = open([createError(0)], createMemoryStorage(false));
    outbox.add(answer('a'));
    await outbox.flush();
    expect(outbox.read().kind).toBe('unkept');
    await outbox.flush();
    expect(outbox.read().kind).toBe('saved');
  });

  it('sends items left by an earlier visit', async () => {
    const storage = createMemoryStorage();
    storage.add(answer('a'));
    const { outbox, sent } = open([], storage);
    outbox.begin();
    await vi.advanceTimersByTimeAsync(0);
    expect([sent, outbox.read().kind]).toEqual([[['a']], 'saved']);
  });
});
