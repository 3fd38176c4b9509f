import { expect, it } from 'vitest';
import type { ShownCard } from '../shared/application.ts';
import { soleCard } from './sole-card.ts';

const own = { licenseID: 7, outsideId: null } as ShownCard;
const outside = { licenseID: null, outsideId: 'a' } as ShownCard;

it('is the one of the portal that fits, and never one from elsewhere or one of two', () => {
  expect(soleCard([own])).toBe(own);
  expect(soleCard([outside])).toBeUndefined();
  expect(soleCard([own, outside])).toBeUndefined();
  expect(soleCard([])).toBeUndefined();
});
