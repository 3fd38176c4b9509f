import { expect, test } from 'vitest';
import type { CardInfo } from '#features/certifications/shared/contract.ts';
import { findRequestedCard, findCardByLevel } from './find-card.ts';

const card = (licenseID: number, levelID: number, more: Partial<CardInfo> = {}): CardInfo => ({
  licenseID,
  levelID,
  eCardStockID: 1,
  certDate: '03-MAY-2026',
  levelName: String(levelID),
  cardGroupCode: 'card-group-default',
  hasECard: true,
  isRevoked: false,
  maxDepthM: levelID === 30 ? 30 : 18,
  iso: null,
  popularity: 1,
  priceMinor: 1,
  ...more,
});
const cards = [card(1, 10), card(2, 30), card(3, 40, { hasECard: false, maxDepthM: 30 })];

test.each([
  ['nothing is the highest that has a card', undefined, undefined, 2],
  ['its number', '1', undefined, 1],
  ['its number, whatever the level', '1', '30', 1],
  ['its level where the number is not there', '0', '40', 3],
  ['neither', '99', '77', undefined],
  ['no number at all', 'abc', undefined, undefined],
])('finds the card of a route with %s', (_what, licenseID, levelID, expected) => {
  expect(findRequestedCard(cards, licenseID, levelID)?.licenseID).toBe(expected);
});

test('returns the highest revoked card when all are revoked', () => {
  const revoked = [card(1, 10, { isRevoked: true }), card(2, 30, { isRevoked: true })];
  expect(findRequestedCard(revoked, undefined, undefined)?.licenseID).toBe(2);
});

test('returns the highest certification when there is no card', () => {
  expect(findRequestedCard([card(3, 40, { hasECard: false })], undefined, undefined)?.licenseID).toBe(3);
  expect(findRequestedCard([], undefined, undefined)).toBeUndefined();
});

test('prefers the valid card of a level that was revoked and issued again, in any order', () => {
  const both = [card(5, 10, { isRevoked: true }), card(6, 10, { hasECard: false })];
  for (const cards of [both, both.toReversed()]) {
    expect(findCardByLevel(cards, 10)?.licenseID).toBe(6);
    expect(findRequestedCard(cards, '0', '10')?.licenseID).toBe(6);
    expect(findRequestedCard(cards, '5', '10')?.licenseID).toBe(5);
  }
  expect(findCardByLevel([card(5, 10, { isRevoked: true })], 10)?.licenseID).toBe(5);
  expect(findCardByLevel(both, 30)).toBeUndefined();
});
