import { describe, expect, test } from 'vitest';
import { withRetry } from './retry.ts';

/** As the client tells of a call that failed. */
const refusal = (status: number, retryAfterS = 0) =>
  Object.assign(new Error('no'), { status, retryAfterS, entries: [{ code: 'server.failed', message: 'no' }] });

/** A call that fails in these ways, one after the other, and then answers. */
function calling(failures: readonly unknown[], isOnline = true) {
  const waitsMs: number[] = [];
  let calls = 0;
  const answer = withRetry(
    async () => {
      const failure = failures[calls++];
      if (failure !== undefined) throw failure;
      return 'answer';
    },
    {
      pause: async (ms) => {
        waitsMs.push(ms);
      },
      isOnline: () => isOnline,
    },
  );
  return { answer, waitsMs, count: () => calls };
}

describe('a call that fails', () => {
  test('is made again up to three times, each after a longer wait', async () => {
    const { answer, waitsMs, count } = calling([refusal(0), refusal(503), refusal(500)]);
    await expect(answer).resolves.toBe('answer');
    expect(count()).toBe(4);
    expect(waitsMs[2]).toBeGreaterThan(waitsMs[0] ?? 0);
  });

  test('is given up after the third retry', async () => {
    const { answer, count } = calling(Array.from({ length: 9 }, () => refusal(502)));
    await expect(answer).rejects.toMatchObject({ status: 502 });
    expect(count()).toBe(4);
  });

  test.each([400, 401, 403, 404, 409, 415, 422])('is not made again where it was itself wrong: %i', async (status) => {
    const { answer, count } = calling([refusal(status)]);
    await expect(answer).rejects.toMatchObject({ status });
    expect(count()).toBe(1);
  });

  test('waits as long as the server says, unless nobody would wait that long', async () => {
    const busy = calling([refusal(429, 7)]);
    await expect(busy.answer).resolves.toBe('answer');
    expect(busy.waitsMs).toEqual([7_000]);
    const late = calling([refusal(429, 3_600)]);
    await expect(late.answer).rejects.toMatchObject({ status: 429 });
    expect(late.count()).toBe(1);
  });

  test('is not tried without a network, and a defect of ours is not hidden', async () => {
    const offline = calling([refusal(0)], false);
    await expect(offline.answer).rejects.toMatchObject({ status: 0 });
    const broken = calling([new TypeError('ours')]);
    await expect(broken.answer).rejects.toBeInstanceOf(TypeError);
    expect(offline.count() + broken.count()).toBe(2);
  });
});
