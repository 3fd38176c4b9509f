import { expect, it } from 'vitest';
import type { ShownCard } from '#features/applications/shared/application.ts';
import { findOnlyCard } from './find-only-card.ts';

const own = { licenseID: 7, outsideId: null } as ShownCard;
const outside = { licenseID: null, outsideId: 'a' } as ShownCard;

it('returns the only portal card that fits, never an outside card or one of two', () => {
  expect(findOnlyCard([own])).toBe(own);
  expect(findOnlyCard([outside])).toBeUndefined();
  expect(findOnlyCard([own, outside])).toBeUndefined();
  expect(findOnlyCard([])).toBeUndefined();
});
