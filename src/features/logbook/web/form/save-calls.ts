import { ApiError } from '#platform/web/client/client.ts';
import { graphql } from '#platform/web/client/graphql.ts';
import type { DiveLog } from '#features/logbook/shared/contract.ts';
import type { LogType } from '#features/logbook/shared/enums.ts';
import { documents } from '#features/logbook/web/graphql-documents.ts';
import { toLogInput, type LogValues } from './log-values.ts';

export interface SaveCalls {
  create(values: LogValues, key: string): Promise<DiveLog>;
  update(log: DiveLog, values: LogValues): Promise<DiveLog>;
  /** The stored version; null if it was deleted. */
  fetch(id: string): Promise<DiveLog | null>;
}

/** The mutations and the query of a dive form. */
export function createSaveCalls(type: LogType): SaveCalls {
  return {
    async create(values, key) {
      if (type === 'Training') {
        const general = { ...toLogInput(values, type), status: 'Draft' as const };
        return (await graphql(documents.createTraining, { key, general })).createTrainingLog;
      }
      const general = { ...toLogInput(values, type), status: 'Draft' as const };
      return (await graphql(documents.createRecreational, { key, general })).createRecreationalLog;
    },
    async update(log, values) {
      const general = log.status === 'Verified' ? toNotesInput(log, values) : toLogInput(values, type);
      const variables = { id: log.id, version: log.version, general };
      return type === 'Training'
        ? (await graphql(documents.updateTraining, variables)).updateTrainingLog
        : (await graphql(documents.updateRecreational, variables)).updateRecreationalLog;
    },
    async fetch(id) {
      try {
        return (await graphql(documents.log, { id })).diveLog;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not_found') return null;
        throw error;
      }
    },
  };
}

/** The only fields that can change in a verified dive. */
function toNotesInput({ experiences }: DiveLog, { notes }: LogValues) {
  const { photos: _, ...experience } = experiences[0] ?? { photos: [] };
  return { experiences: [{ ...experience, notes: notes.trim() }] };
}
