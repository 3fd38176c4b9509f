import { findCourseDetails, listEntitlements } from '#features/learning/server/courses/queries.ts';
import { findProgress } from '#features/learning/server/progress/course-progress.ts';
import { toJsonText, type MeasuredCall } from './measured-calls.ts';
import { measuredAffiliateId } from './measured-person.ts';

const base = '/api/learning/v2';

/** The longest course. */
export const measuredCourse = 'open-water';
const measuredEnrollment = { affiliateId: measuredAffiliateId, packageId: measuredCourse };

export const learningCalls: readonly MeasuredCall[] = [
  {
    name: 'learning, the dashboard of 30 courses',
    path: `${base}/entitlements/${measuredAffiliateId}?culture=en-US`,
    maxRatio: 4,
    floor: {
      sql: toJsonText(listEntitlements.text),
      values: listEntitlements.toValues({ affiliateId: measuredAffiliateId }),
    },
  },
  {
    name: 'learning, the details of one of 30 courses',
    path: `${base}/courses/${measuredCourse}/details?culture=en-US`,
    maxRatio: 4,
    floor: { sql: toJsonText(findCourseDetails.text), values: findCourseDetails.toValues(measuredEnrollment) },
  },
  {
    name: 'learning, one of 30 courses with all its lessons',
    path: `${base}/courses/${measuredCourse}?culture=en-US`,
    maxRatio: 4,
    floor: { sql: toJsonText(findProgress.text), values: findProgress.toValues(measuredEnrollment) },
  },
];
