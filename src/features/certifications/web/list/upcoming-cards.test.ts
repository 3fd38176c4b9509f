import { expect, test } from 'vitest';
import type { Entitlement } from '#features/learning/shared/course-contract.ts';
import type { CardInfo } from '#features/certifications/shared/contract.ts';
import { listUpcomingCards } from './upcoming-cards.ts';

const course = (packageId: string, lessonsDone: number): Entitlement => ({
  packageId,
  title: packageId,
  kind: 'course',
  level: 'beginner',
  culture: 'en-US',
  certification: null,
  source: 'demo',
  grantedDate: '2026-01-01',
  enrollmentDate: '2026-01-02',
  lessonsDone,
  lessonsTotal: 22,
  lastDate: null,
  next: null,
  examPassedDate: null,
  completedDate: null,
});
const junior: CardInfo = {
  licenseID: 7,
  levelID: 11,
  eCardStockID: 36,
  certDate: '03-MAY-2026',
  levelName: 'Junior Open Water',
  cardGroupCode: 'card-group-child',
  hasECard: true,
  isRevoked: false,
  maxDepthM: 12,
  iso: null,
  popularity: 6,
  priceMinor: 3495,
};

test("returns the card of a course's level", () => {
  expect(listUpcomingCards([course('deep', 20)], [], (name) => `level ${name}`)).toEqual([
    expect.objectContaining({
      levelID: 51,
      levelName: 'level deep',
      packageId: 'deep',
      lessonsLeft: 2,
      isStarted: true,
    }),
  ]);
});

test('marks unopened courses as not started', () => {
  expect(listUpcomingCards([course('deep', 0)], [], String)).toEqual([expect.objectContaining({ isStarted: false })]);
});

test('omits courses without a card, or whose card is already held in its junior or full form', () => {
  expect(listUpcomingCards([course('demo', 3), course('open-water', 22)], [junior], String)).toEqual([]);
});
