import { describe, expect, it } from 'vitest';
import { levels } from '#domain/certification-levels.ts';
import { rankCards, sortCards, sortOptions } from './sorting.ts';

const card = (licenseID: number, levelName: string, popularity: number, priceMinor: number) => ({
  licenseID,
  levelName,
  popularity,
  priceMinor,
});
const cards = [
  card(4, 'Dry Suit', 8, 2995),
  card(2, 'Open Water', 1, 3495),
  card(5, 'Enriched Air', 4, 2995),
  card(3, 'Divemaster', 12, 4995),
];

describe('sortCards', () => {
  it.each([
    ['name_asc', [3, 4, 5, 2]],
    ['name_desc', [2, 5, 4, 3]],
    ['popular', [2, 5, 4, 3]],
    ['price_asc', [4, 5, 2, 3]],
    ['price_desc', [3, 2, 4, 5]],
  ] as const)('sorts by %s', (option, wanted) => {
    expect(sortCards(cards, option, 'en-US').map(({ licenseID }) => licenseID)).toEqual(wanted);
    expect(sortCards(cards.toReversed(), option, 'en-US').map(({ licenseID }) => licenseID)).toEqual(wanted);
  });

  it('supports five orders and does not change its input', () => {
    expect(sortOptions).toHaveLength(5);
    const before = [...cards];
    for (const option of sortOptions) sortCards(cards, option, 'en-US');
    expect(cards).toEqual(before);
  });

  it('sorts names by the reader’s language', () => {
    const names = ['Över', 'Zon', 'Alpha'].map((name, index) => card(index, name, 1, 1));
    const sorted = (tag: string) => sortCards(names, 'name_asc', tag).map(({ levelName }) => levelName);
    expect(sorted('sv-SE')).toEqual(['Alpha', 'Zon', 'Över']);
    expect(sorted('de-DE')).toEqual(['Alpha', 'Över', 'Zon']);
  });

  it('breaks ties by number', () => {
    const twins = [card(9, 'Wreck', 1, 1), card(8, 'Wreck', 1, 1)];
    for (const option of sortOptions)
      expect(sortCards(twins, option, 'en-US').map(({ licenseID }) => licenseID)).toEqual([8, 9]);
  });
});

describe('rankCards', () => {
  const of = (name: string, certDate = '08-JUN-2024') => {
    const level = levels.find((one) => one.name === name);
    if (level === undefined) throw new Error(`unknown level ${name}`);
    return { licenseID: level.levelID, levelID: level.levelID, certDate, maxDepthM: level.maxDepthM, name };
  };

  it('ranks professional levels, then core levels from the top, then specialties, newest first', () => {
    const mixed = [
      of('night', '01-FEB-2023'),
      of('open_water'),
      of('junior_open_water'),
      of('wreck', '01-JAN-2025'),
      of('rescue'),
      of('deep', '01-OCT-2022'),
      of('divemaster', '01-JAN-2020'),
      of('advanced'),
      of('instructor', '01-JAN-2019'),
      of('adventure'),
    ];
    expect(rankCards(mixed).map(({ name }) => name)).toEqual([
      'instructor',
      'divemaster',
      'rescue',
      'advanced',
      'adventure',
      'open_water',
      'junior_open_water',
      'wreck',
      'night',
      'deep',
    ]);
  });
});
