import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { backoffMs } from './backoff.ts';

test('backoffMs grows with each retry and never exceeds 30 seconds', () => {
  expect(backoffMs(0)).toBeLessThanOrEqual(1_000);
  expect(backoffMs(3)).toBeGreaterThanOrEqual(4_000);
  fc.assert(
    fc.property(fc.nat(), (retries) => {
      const waitMs = backoffMs(retries);
      return waitMs >= 500 && waitMs <= 30_000;
    }),
  );
});
