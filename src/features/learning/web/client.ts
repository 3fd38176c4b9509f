import { createClient } from '#platform/web/client/client.ts';
import type { dsdEndpoints } from '#features/dsd/shared/contract.ts';
import type { boardEndpoints } from '#features/learning/shared/board-contract.ts';
import type { catalogueEndpoints, codeEndpoints } from '#features/learning/shared/codes-contract.ts';
import type { learningEndpoints } from '#features/learning/shared/contract.ts';
import type { recordEndpoints } from '#features/learning/shared/record-contract.ts';
import type { scormEndpoints } from '#features/learning/shared/scorm-contract.ts';

export const learningClient = createClient<typeof learningEndpoints>('/api/learning');
export const recordClient = createClient<typeof recordEndpoints>('/api/learning');
export const boardClient = createClient<typeof boardEndpoints>('/api/learning');
export const scormClient = createClient<typeof scormEndpoints>('/api/learning');
export const codeClient = createClient<typeof codeEndpoints>('/api/certifications');
export const catalogueClient = createClient<typeof catalogueEndpoints>('/api/catalogue');
export const dsdClient = createClient<typeof dsdEndpoints>('/api/dsd');
