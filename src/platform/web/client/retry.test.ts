import { describe, expect, test } from 'vitest';
import { withRetry } from './retry.ts';

/** An error with the shape of `ApiError`. */
const createError = (status: number, retryAfterS = 0) =>
  Object.assign(new Error('no'), { status, retryAfterS, entries: [{ code: 'server.failed', message: 'no' }] });

/** Runs `withRetry` on a request that fails with these errors in order and then succeeds. */
function runWithRetry(failures: readonly unknown[], isOnline = true) {
  const waitsMs: number[] = [];
  let calls = 0;
  const result = withRetry(
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
  return { result, waitsMs, count: () => calls };
}

describe('withRetry', () => {
  test('retries up to three times with a growing delay', async () => {
    const { result, waitsMs, count } = runWithRetry([createError(0), createError(503), createError(500)]);
    await expect(result).resolves.toBe('answer');
    expect(count()).toBe(4);
    expect(waitsMs[2]).toBeGreaterThan(waitsMs[0] ?? 0);
  });

  test('throws the error of the third retry', async () => {
    const { result, count } = runWithRetry(Array.from({ length: 9 }, () => createError(502)));
    await expect(result).rejects.toMatchObject({ status: 502 });
    expect(count()).toBe(4);
  });

  test.each([400, 401, 403, 404, 409, 415, 422])('does not retry status %i', async (status) => {
    const { result, count } = runWithRetry([createError(status)]);
    await expect(result).rejects.toMatchObject({ status });
    expect(count()).toBe(1);
  });

  test('retries after the retry-after time, unless that is longer than 20 seconds', async () => {
    const busy = runWithRetry([createError(429, 7)]);
    await expect(busy.result).resolves.toBe('answer');
    expect(busy.waitsMs).toEqual([7_000]);
    const late = runWithRetry([createError(429, 3_600)]);
    await expect(late.result).rejects.toMatchObject({ status: 429 });
    expect(late.count()).toBe(1);
  });

  test('does not retry while offline or after an error that is no API error', async () => {
    const offline = runWithRetry([createError(0)], false);
    await expect(offline.result).rejects.toMatchObject({ status: 0 });
    const broken = runWithRetry([new TypeError('ours')]);
    await expect(broken.result).rejects.toBeInstanceOf(TypeError);
    expect(offline.count() + broken.count()).toBe(2);
  });
});
