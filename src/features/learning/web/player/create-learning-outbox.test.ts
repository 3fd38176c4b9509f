import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stubBrowser, stubLocks } from '#platform/testing/fake-browser.ts';
import { openRecordStore } from '#platform/testing/open-record-store.ts';
import { stubDocument } from '#platform/testing/stub-document.ts';
import type { LearningAction } from './create-learning-outbox.ts';

const answer = (question: string, attemptId = 'quiz'): LearningAction => ({
  kind: 'answer',
  attemptId,
  question,
  answer: ['0'],
  seq: 1,
});
const getName = (action: LearningAction) => (action.kind === 'answer' ? action.question : action.step.key);
const createError = (status: number, path?: string) =>
  Object.assign(new Error('request failed'), { status, entries: [{ code: 'a.code', message: 'no', path }] });

let browser: ReturnType<typeof stubBrowser>;

/** An outbox whose server returns these errors in turn and then accepts everything. */
async function open(responses: (Error | null)[] = []) {
  const { createLearningOutbox } = await import('./create-learning-outbox.ts');
  const sent: string[][] = [];
  const outbox = createLearningOutbox(await openRecordStore(browser), async (batch) => {
    sent.push(batch.map(getName));
    const error = responses.shift();
    if (error) throw error;
  });
  return { outbox, sent };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  browser = stubBrowser();
  stubDocument();
  stubLocks();
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

describe('createLearningOutbox', () => {
  it('sends items within two seconds in one batch', async () => {
    const { outbox, sent } = await open();
    void outbox.add(answer('a'));
    void outbox.add(answer('b'));
    expect(outbox.read().kind).toBe('saving');
    await vi.advanceTimersByTimeAsync(2_000);
    expect([sent, outbox.read().kind]).toEqual([[['a', 'b']], 'saved']);
  });

  it('sends one batch per destination, each in order', async () => {
    const { outbox, sent } = await open();
    for (const [question, place] of [
      ['a', 'quiz'],
      ['x', 'exam'],
      ['b', 'quiz'],
    ] as const)
      void outbox.add(answer(question, place));
    expect(await outbox.flush()).toBe(true);
    expect(sent).toEqual([['a', 'b'], ['x']]);
  });

  it.each([0, 401, 429, 500, 503])('keeps items and resends them after status %i', async (status) => {
    const { outbox, sent } = await open([createError(status)]);
    void outbox.add(answer('a'));
    expect(await outbox.flush()).toBe(false);
    expect([outbox.read().kind, outbox.list().length]).toEqual(['offline', 1]);
    void outbox.add(answer('b'));
    expect(outbox.read().kind).toBe('offline');
    expect(await outbox.flush()).toBe(true);
    expect([sent.at(-1), outbox.read().kind]).toEqual([['a', 'b'], 'saved']);
  });

  it('retries automatically', async () => {
    const { outbox, sent } = await open([createError(0), createError(0)]);
    void outbox.add(answer('a'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect([sent.length, outbox.list()]).toEqual([3, []]);
  });

  it('drops items that the server permanently rejects and keeps the rest', async () => {
    const { outbox, sent } = await open([createError(422, 'answers.1.answer')]);
    for (const question of ['a', 'b', 'c']) void outbox.add(answer(question));
    expect(await outbox.flush()).toBe(true);
    expect(sent).toEqual([
      ['a', 'b', 'c'],
      ['a', 'c'],
    ]);
  });

  it('drops the whole batch when its destination is closed', async () => {
    const { outbox, sent } = await open([createError(409)]);
    void outbox.add(answer('a'));
    void outbox.add(answer('x', 'exam'));
    expect(await outbox.flush()).toBe(true);
    expect(sent).toEqual([['a'], ['x']]);
  });

  it('reports when the browser cannot store anything', async () => {
    const { outbox } = await open([createError(0)]);
    localStorage.setItem = () => {
      throw new Error('full');
    };
    void outbox.add(answer('a'));
    await outbox.flush();
    expect(outbox.read().kind).toBe('unkept');
    await outbox.flush();
    expect(outbox.read().kind).toBe('saved');
  });

  it('sends items left by an earlier visit in order', async () => {
    const earlier = await open();
    for (const question of ['a', 'b', 'c']) void earlier.outbox.add(answer(question));
    const { outbox, sent } = await open();
    await outbox.start();
    expect([sent, outbox.read().kind]).toEqual([[['a', 'b', 'c']], 'saved']);
  });
});
