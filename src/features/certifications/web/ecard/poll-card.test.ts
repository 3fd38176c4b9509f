import { afterAll, expect, test, vi } from 'vitest';
import { stubDocument } from '#platform/testing/stub-document.ts';
import type { ECard } from '#features/certifications/shared/contract.ts';

// The boot data is read once, by the first module that needs it.
stubDocument();
afterAll(() => void vi.unstubAllGlobals());
const { ApiError } = await import('#platform/web/client/client.ts');
const { getNextPollMs, maxPollingMs, retryUntilReady } = await import('./poll-card.ts');

const beingMade = (retryAfterS: number) =>
  new ApiError(409, [{ code: 'certifications.not_ready', message: '' }], retryAfterS);

/** Fails once per given error and records the waiting times. */
async function ask(failures: Error[]): Promise<{ answer: string; waits: number[] }> {
  const waits: number[] = [];
  const answer = await retryUntilReady(
    async () => {
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      return 'the file';
    },
    async (ms) => void waits.push(ms),
  );
  return { answer, waits };
}

test('retries after the time the server requests', async () => {
  expect(await ask([beingMade(3), beingMade(2), beingMade(0)])).toEqual({
    answer: 'the file',
    waits: [3_000, 2_000, 2_000],
  });
});

test('stops after a minute', async () => {
  const failures = Array.from({ length: 40 }, () => beingMade(2));
  await expect(ask(failures)).rejects.toThrow(ApiError);
  expect(40 - failures.length).toBe(31);
});

test('does not retry other errors', async () => {
  await expect(ask([new ApiError(404, [{ code: 'certifications.no_card', message: '' }])])).rejects.toThrow(ApiError);
});

test('polls until the card is signed, for at most a minute', () => {
  const card = { hasECard: true, verifyUrl: null, isRevoked: false } as ECard;
  expect(getNextPollMs(card, maxPollingMs, 0)).toBe(2_000);
  expect(getNextPollMs(card, maxPollingMs, maxPollingMs - 1)).toBe(false);
  expect(getNextPollMs({ ...card, verifyUrl: 'x' }, maxPollingMs, 0)).toBe(false);
  expect(getNextPollMs({ ...card, isRevoked: true }, maxPollingMs, 0)).toBe(false);
  expect(getNextPollMs(undefined, maxPollingMs, 0)).toBe(false);
});
