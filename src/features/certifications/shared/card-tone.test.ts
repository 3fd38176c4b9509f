import { expect, test } from 'vitest';
import { getCardTone } from './card-tone.ts';

test.each([
  ['open_water', 18, '18'],
  ['junior_open_water', 12, '12'],
  ['rescue', 30, '30'],
  ['deep', 40, '40'],
  ['dry_suit', null, '40'],
  ['enriched_air', null, 'gas'],
] as const)('uses for %s to %s m the color %s', (name, maxDepthM, tone) => {
  expect(getCardTone({ name, maxDepthM })).toBe(tone);
});
