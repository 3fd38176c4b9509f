import type { DemoCourse } from './courses.ts';
import type { Timeline } from './timeline.ts';

const lessonMin = 22;

/** The completion time of each lesson, in course order. */
export function* lessonTimes({ studyPeriods }: DemoCourse, timeline: Timeline): Generator<Date> {
  for (const { daysAgo, lessons, perEvening, time = '18:30' } of studyPeriods)
    for (let index = 0; index < lessons; index++) {
      const evening = timeline.at(daysAgo - Math.floor(index / perEvening), time);
      yield new Date(evening.getTime() + (1 + (index % perEvening)) * lessonMin * 60_000);
    }
}
