import type { IntlShape } from 'react-intl';
import type { Entitlement } from '#features/learning/shared/course-contract.ts';
import type { CardInfo } from '#features/certifications/shared/contract.ts';
import { findLevel, levels } from '#domain/certification-levels.ts';

export interface UpcomingCardInfo extends Pick<
  CardInfo,
  'licenseID' | 'levelID' | 'levelName' | 'popularity' | 'priceMinor'
> {
  packageId: string;
  lessonsLeft: number;
  isStarted: boolean;
}

/** Courses leading to a card that isn't held yet. */
export function listUpcomingCards(
  courses: readonly Entitlement[],
  cards: readonly CardInfo[],
  nameOfLevel: (name: string) => string,
): UpcomingCardInfo[] {
  const had = new Set(cards.map(({ levelID }) => findLevel(levelID)?.packageId));
  return courses.flatMap(({ packageId, lessonsDone, lessonsTotal, enrollmentDate }) => {
    const level = levels.find((known) => known.packageId === packageId);
    if (level === undefined || had.has(packageId)) return [];
    const { levelID, name, popularity, priceMinor } = level;
    const isStarted = enrollmentDate !== null && lessonsDone > 0;
    const levelName = nameOfLevel(name);
    return [
      {
        licenseID: 0,
        levelID,
        levelName,
        popularity,
        priceMinor,
        packageId,
        lessonsLeft: lessonsTotal - lessonsDone,
        isStarted,
      },
    ];
  });
}

export function formatLessonsLeft(intl: IntlShape, { lessonsLeft, isStarted }: UpcomingCardInfo): string {
  if (!isStarted) return intl.formatMessage({ id: 'certifications.coming.not_begun' });
  if (lessonsLeft === 0) return intl.formatMessage({ id: 'certifications.coming.lessons_done' });
  return intl.formatMessage({ id: 'certifications.coming.lessons' }, { count: lessonsLeft });
}
