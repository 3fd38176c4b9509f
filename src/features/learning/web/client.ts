import { createClient } from '#platform/web/client/client.ts';
import type { dsdCalls } from '#features/dsd/shared/contract.ts';
import type { boardCalls } from '#features/learning/shared/board-contract.ts';
import type { catalogueCalls, codeCalls } from '#features/learning/shared/codes-contract.ts';
import type { learningCalls } from '#features/learning/shared/contract.ts';
import type { recordCalls } from '#features/learning/shared/record-contract.ts';
import type { scormCalls } from '#features/learning/shared/scorm-contract.ts';

export const learning = createClient<typeof learningCalls>('/api/learning');
export const records = createClient<typeof recordCalls>('/api/learning');
export const boards = createClient<typeof boardCalls>('/api/learning');
export const scorm = createClient<typeof scormCalls>('/api/learning');
export const codes = createClient<typeof codeCalls>('/api/certifications');
export const catalogue = createClient<typeof catalogueCalls>('/api/catalogue');
export const dsd = createClient<typeof dsdCalls>('/api/dsd');
