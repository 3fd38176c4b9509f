import { expect, it } from 'vitest';
import {
  inviteLifetimeMs,
  isHandoverNear,
  maxChildren,
  maxGuardians,
  reviewPeriodMs,
  undoPeriodMs,
  vetoPeriodMs,
} from './rules.ts';

it.each([
  ['guardians of a child', maxGuardians, 6],
  ['children of a guardian', maxChildren, 20],
  ['lifetime of an invitation: 7 days', inviteLifetimeMs, 604_800_000],
  ['time for a veto: 24 hours', vetoPeriodMs, 86_400_000],
  ['time to restore a withdrawn invitation: 10 minutes', undoPeriodMs, 600_000],
  ['time to ask for a review: 14 days', reviewPeriodMs, 1_209_600_000],
])('%s', (_name, actual, expected) => {
  expect(actual).toBe(expected);
});

it('the handover of a child born on 29 February is on 1 March', () => {
  expect(isHandoverNear('2012-02-29', '2030-01-29')).toBe(false);
  expect(isHandoverNear('2012-02-29', '2030-01-30')).toBe(true);
  expect(isHandoverNear('2012-02-29', '2030-01-31')).toBe(true);
});
