import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { registerEndpoints } from '#platform/server/http/endpoints.ts';
import type { Services } from '#platform/server/http/context.ts';
import { defineResolvers, type GraphqlResolvers } from '#platform/server/graphql/graphql.ts';
import { boardEndpoints } from '#features/learning/shared/board-contract.ts';
import { catalogueEndpoints, codeEndpoints } from '#features/learning/shared/codes-contract.ts';
import { learningEndpoints } from '#features/learning/shared/contract.ts';
import { learningApi, type LearningChange } from '#features/learning/shared/learning-api.ts';
import { recordEndpoints } from '#features/learning/shared/record-contract.ts';
import { scormEndpoints } from '#features/learning/shared/scorm-contract.ts';
import { attemptHandlers } from './attempts/handlers.ts';
import { boardHandlers } from './board/handlers.ts';
import type { CourseCertificationLevel, ListMissingRequirements } from './board/load-board.ts';
import type { GrantClubYear } from './codes/club-years.ts';
import { codeHandlers } from './codes/handlers.ts';
import { contentRoot, library } from './content/library.ts';
import { listOpenTrainingDives } from './courses/open-training-dives.ts';
import { courseHandlers } from './courses/handlers.ts';
import { elearningHandlers } from './enrollments/elearning.ts';
import { changeChannel } from './events.ts';
import { lessonHandlers } from './progress/handlers.ts';
import { catalogueHandlers } from './courses/recommendations.ts';
import { recordHandlers } from './records/handlers.ts';
import { registerScormFiles, scormHandlers } from './scorm/handlers.ts';

export { readCourseTitles } from './content/course-titles.ts';
export { startElearning, prepareElearning } from './enrollments/elearning.ts';
export { enrollByOrder, restoreCodes, grantCodes, revokeCodes, revokeCourse } from './enrollments/order-fulfillment.ts';
export { recommendCourses } from './courses/recommendations.ts';
export { listSectionTitles } from './courses/shop-catalogue.ts';
export { isProfessionalPackage, listPackagesNotOfferedTo } from './courses/professional-courses.ts';
export { hasPartnerStore } from './enrollments/partner-store.ts';
export { type CodeGrant, grantCode } from './codes/redeem.ts';
export { findCourseRecord, findTraining, type Training } from './records/training.ts';
export { listClass } from './board/load-board.ts';

/**
 * Registers the endpoints and files of courses, records and access codes. Certification levels and the club are passed
 * in, because those features depend on this one.
 */
export async function registerLearning(
  app: FastifyInstance,
  services: Services,
  levels: readonly CourseCertificationLevel[],
  listMissing: ListMissingRequirements,
  grantClubYear: GrantClubYear,
): Promise<void> {
  registerEndpoints(app, services, learningEndpoints, {
    ...courseHandlers(library),
    ...lessonHandlers(library),
    ...attemptHandlers(library),
    ...elearningHandlers,
  });
  registerEndpoints(app, services, recordEndpoints, recordHandlers(library));
  registerEndpoints(app, services, boardEndpoints, boardHandlers(library, levels, listMissing));
  registerEndpoints(app, services, codeEndpoints, codeHandlers(library, grantClubYear));
  registerEndpoints(app, services, catalogueEndpoints, catalogueHandlers(library));
  registerEndpoints(app, services, scormEndpoints, scormHandlers(library));
  registerScormFiles(app, services);
  // Serves videos, posters and captions only; pictures are inlined in the lessons.
  await app.register(fastifyStatic, {
    root: contentRoot,
    prefix: '/course-media/',
    decorateReply: false,
    allowedPath: (path) => /^\/[a-z0-9-]+\/media\/[\w.-]+\.(mp4|jpg|vtt)$/.test(path),
    maxAge: '1h',
  });
}

/** Throws if a course has errors; called before the server accepts requests. */
export function validateCourses(): void {
  library.list();
}

export const learningResolvers: GraphqlResolvers = defineResolvers(learningApi, {
  openTrainingDives: (ctx) => listOpenTrainingDives(ctx, library),
  onLearningChange: ({ user, services }) => services.pubsub.subscribe<LearningChange>(changeChannel(user.affiliateId)),
});
