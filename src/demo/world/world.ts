import { type DemoApplicant, applicantLines } from './applicants.ts';
import { type Career, listCareers } from './careers.ts';
import type { DemoCourse } from './courses.ts';
import { listCoursesOf } from './diver-courses.ts';
import { listNearCourses } from './near-courses.ts';
import { listPeople, type Person } from './people.ts';
import { createTimeline, type Timeline } from './timeline.ts';

/** `accounts` contains only the story of the eight accounts, which is enough for tests of single calls. */
export type WorldSize = 'accounts' | 'world';

/** People and what they did, on one timeline. The features turn it into rows. */
export interface World {
  size: WorldSize;
  timeline: Timeline;
  people: readonly Person[];
  courses: readonly DemoCourse[];
  applicants: readonly DemoApplicant[];
  careers: readonly Career[];
  find(affiliateId: number): Person;
}

export function createWorld(now: Date, size: WorldSize = 'world'): World {
  const timeline = createTimeline(now);
  const people = listPeople(timeline).filter(({ isNear }) => isNear || size === 'world');
  const byId = new Map(people.map((person) => [person.affiliateId, person]));
  const world = {
    size,
    timeline,
    people,
    courses: [...listNearCourses(), ...people.flatMap(listCoursesOf)],
    applicants: applicantLines.filter(({ isNear }) => isNear || size === 'world'),
    find(affiliateId: number) {
      const person = byId.get(affiliateId);
      if (person === undefined) throw new Error(`the demo has no person ${affiliateId}`);
      return person;
    },
  };
  const careers = listCareers(world).filter(({ affiliateId }) => byId.has(affiliateId));
  return { ...world, careers };
}
