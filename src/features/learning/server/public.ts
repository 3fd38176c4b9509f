import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { registerCalls } from '../../../platform/server/calls.ts';
import type { Services } from '../../../platform/server/context.ts';
import { graphqlPart, type GraphqlPart } from '../../../platform/server/graphql.ts';
import { boardCalls } from '../shared/board-contract.ts';
import { catalogueCalls, codeCalls } from '../shared/codes-contract.ts';
import { learningCalls } from '../shared/contract.ts';
import { learningApi, type LearningChange } from '../shared/learning-api.ts';
import { recordCalls } from '../shared/record-contract.ts';
import { scormCalls } from '../shared/scorm-contract.ts';
import { attemptHandlers } from './attempts.ts';
import { boardHandlers, type CourseLevel, type ListMissing } from './board.ts';
import type { GiveClubYear } from './club-years.ts';
import { codeHandlers } from './codes.ts';
import { contentRoot, library } from './content/library.ts';
import { courseHandlers } from './courses.ts';
import { elearningHandlers } from './elearning.ts';
import { changeChannel } from './events.ts';
import { lessonHandlers } from './lessons.ts';
import { catalogueHandlers } from './offers.ts';
import { recordHandlers } from './records.ts';
import { registerScormFiles, scormHandlers } from './scorm.ts';

export { readCourseTitles } from './content/course-titles.ts';
export { beginElearning, prepareElearning } from './elearning.ts';
export { entitleByOrder, giveCodesBack, grantCodes, takeCodesBack, takeCourseBack } from './ordered.ts';
export { recommendCourses, sectionsOf } from './for-shop.ts';
export { isProfessionalPackage, packagesNotOfferedTo } from './professional-courses.ts';
export { isWithPartnerStore } from './partner.ts';
export { type CodeGrant, grantCode } from './redeeming.ts';
export { findCourseRecord, findTraining, listTaught, type Training } from './training.ts';

/** Courses, records, access codes and what is shown of them. The levels that courses lead to come from their area. */
export async function registerLearning(
  app: FastifyInstance,
  services: Services,
  levels: readonly CourseLevel[],
  listMissing: ListMissing,
  giveClubYear: GiveClubYear,
): Promise<void> {
  registerCalls(app, services, learningCalls, {
    ...courseHandlers(library),
    ...lessonHandlers(library),
    ...attemptHandlers(library),
    ...elearningHandlers,
  });
  registerCalls(app, services, recordCalls, recordHandlers(library));
  registerCalls(app, services, boardCalls, boardHandlers(library, levels, listMissing));
  registerCalls(app, services, codeCalls, codeHandlers(library, giveClubYear));
  registerCalls(app, services, catalogueCalls, catalogueHandlers(library));
  registerCalls(app, services, scormCalls, scormHandlers(library));
  registerScormFiles(app, services);
  // Pictures are part of the lessons; what is fetched here are videos, their posters and their captions.
  await app.register(fastifyStatic, {
    root: contentRoot,
    prefix: '/course-media/',
    decorateReply: false,
    allowedPath: (path) => /^\/[a-z0-9-]+\/media\/[\w.-]+\.(mp4|jpg|vtt)$/.test(path),
    maxAge: '1h',
  });
}

/** Before anybody is served: a course with a fault is its author's to mend. */
export function checkCourses(): void {
  library.list();
}

export const learningPart: GraphqlPart = graphqlPart(learningApi, {
  onLearningChange: ({ user, services }) => services.pubsub.subscribe<LearningChange>(changeChannel(user.affiliateId)),
});
