import { dayMs, toIsoDate } from '#platform/shared/dates.ts';

/** The demo's only calendar: every date is a number of days before the moment the demo was loaded. */
export interface Timeline {
  now: Date;
  /** The ISO date. */
  day(daysAgo: number): string;
  /** A moment on that day in UTC, never later than a minute ago. */
  at(daysAgo: number, time?: string): Date;
  /** The birthdate of someone who turned `age` on a day up to a year ago. */
  born(age: number, birthdayDaysAgo: number): string;
}

export function createTimeline(now: Date): Timeline {
  const day = (daysAgo: number) => toIsoDate(new Date(now.getTime() - daysAgo * dayMs));
  return {
    now,
    day,
    at: (daysAgo, time = '18:00') =>
      new Date(Math.min(Date.parse(`${day(daysAgo)}T${time}:00Z`), now.getTime() - 60_000)),
    born(age, birthdayDaysAgo) {
      const [year, monthDay] = [day(birthdayDaysAgo).slice(0, 4), day(birthdayDaysAgo).slice(5)];
      return `${Number(year) - age}-${monthDay === '02-29' ? '02-28' : monthDay}`;
    },
  };
}

/** The day on which the diver's logbook was recorded. Its trips move with today. */
const writtenOn = { year: 2026, at: Date.UTC(2026, 10, 18) };

/** The number of days from `MM-DD` of a year in the logbook to the day it was recorded. */
export function countStoryDays(yearsAgo: number, monthDay: string): number {
  return Math.round((writtenOn.at - Date.parse(`${writtenOn.year - yearsAgo}-${monthDay}T00:00:00Z`)) / dayMs);
}
