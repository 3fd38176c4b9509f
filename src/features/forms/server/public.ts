import type { FastifyInstance } from 'fastify';
import { registerEndpoints } from '#platform/server/http/endpoints.ts';
import type { Services } from '#platform/server/http/context.ts';
import { defineResolvers, type GraphqlResolvers } from '#platform/server/graphql/graphql.ts';
import { type FormChange, formsApi } from '#features/forms/shared/forms-api.ts';
import { formEndpoints } from '#features/forms/shared/contract.ts';
import { physicianEndpoints } from '#features/forms/shared/physician-contract.ts';
import { dataHandlers } from './data-handlers.ts';
import { draftHandlers } from './drafts/handlers.ts';
import { physicianHandlers } from './clearance/handlers.ts';
import { searchHandlers } from './records/handlers.ts';
import { formChannel } from './events.ts';
import type { FormHooksByPacket } from './form-hooks.ts';
export { type PreparedPage, prepareUploadedPage } from './clearance/prepare-uploaded-page.ts';
export { listReceivedForms } from './records/handlers.ts';
export { validateForms } from './library/form-library.ts';
export { findMedicalDecision } from './clearance/correction.ts';
export { findDiverRecord, listMedicalStatuses, type PhysicianDecision } from './records/record-lookup.ts';
export { type FormProblem, listFormStatuses } from './status/form-status.ts';
export { listCourseFormStatuses } from './status/course-form-status.ts';
export { selectWaitingPages } from './clearance/waiting-pages.ts';
export type { FormHooks, FormHooksByPacket, HookResult, SignedRecord } from './form-hooks.ts';

export const formsResolvers: GraphqlResolvers = defineResolvers(formsApi, {
  onFormChange: ({ user, services }) => services.pubsub.subscribe<FormChange>(formChannel(user.affiliateId)),
});

/** Forms that are filled in, signed by all signers, retained, and read by those they name. */
export function registerForms(app: FastifyInstance, services: Services, hooks: FormHooksByPacket): void {
  registerEndpoints(app, services, formEndpoints, { ...searchHandlers, ...draftHandlers, ...dataHandlers(hooks) });
  registerEndpoints(app, services, physicianEndpoints, physicianHandlers(hooks));
}
