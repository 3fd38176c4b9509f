import type { FastifyInstance } from 'fastify';
import { registerCalls } from '../../../platform/server/calls.ts';
import type { Services } from '../../../platform/server/context.ts';
import { formCalls } from '../shared/contract.ts';
import { physicianCalls } from '../shared/physician-contract.ts';
import { dataHandlers } from './data.ts';
import { draftHandlers } from './drafts.ts';
import { physicianHandlers } from './physician.ts';
import { searchHandlers } from './search.ts';
import type { FormUses } from './uses.ts';

export { type PreparedPage, preparePage } from './page-check.ts';
export { listFormsOf } from './search.ts';
export { checkForms } from './library.ts';
export { findPhysicianDecision, findRecordOf, listMedicalStatuses, type PhysicianDecision } from './record-facts.ts';
export { type FormProblem, listFormStatuses } from './form-status.ts';
export { listFamily } from './clearance/family.ts';
export { listFormStandings } from './standings.ts';
export { waitingPages } from './waiting-pages.ts';
export type { Doing, FormUse, FormUses, SignedForms } from './uses.ts';

/** Paperwork: filled in, signed by all, kept, and read by those it names. */
export function registerForms(app: FastifyInstance, services: Services, uses: FormUses): void {
  registerCalls(app, services, formCalls, { ...searchHandlers, ...draftHandlers, ...dataHandlers(uses) });
  registerCalls(app, services, physicianCalls, physicianHandlers(uses));
}
