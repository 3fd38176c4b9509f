import { isApiError } from '#platform/web/client/api-errors.ts';
import type { graphql as sendGraphql } from '#platform/web/client/graphql.ts';
import type { DiveLog } from '#features/logbook/shared/contract.ts';
import type { LogType } from '#features/logbook/shared/enums.ts';
import { documents } from '#features/logbook/web/graphql-documents.ts';
import type { Changes } from '#platform/web/sync/draft-options.ts';
import type { StoredDraft } from './form-storage.ts';
import { listDifferingFields, toLogInput, type FieldName, type LogValues } from './log-values.ts';

export interface SaveCalls {
  create(values: LogValues, key: string): Promise<DiveLog>;
  update(log: DiveLog, values: LogValues): Promise<DiveLog>;
  /** The stored version; null if it was deleted. */
  fetch(id: string): Promise<DiveLog | null>;
}

/** A dive in the account with its form values. Without a log it is new or was deleted. */
export interface KnownDive {
  log: DiveLog | null;
  values: LogValues;
}

interface SaverOptions {
  calls: SaveCalls;
  /** A creation that an earlier page may have sent. */
  former: Pick<StoredDraft, 'key' | 'wasSent'> | null;
  read: (log: DiveLog) => LogValues;
  /** Stores the changes before their creation is sent, because the next page must repeat it with the same key. */
  beforeCreate: () => void;
  onSaved: (log: DiveLog) => void;
}

/** Creates or updates a dive. A creation without a response is repeated with the same key, so it happens once. */
export function createDiveSaver({ calls, former, read, beforeCreate, onSaved }: SaverOptions) {
  let key = former?.key ?? crypto.randomUUID();
  let wasSent = former?.wasSent ?? false;
  /** Set when an earlier request without a response created the dive. */
  let createdId: string | undefined;

  async function create(values: LogValues, hasChanges: boolean): Promise<DiveLog> {
    const isRepeated = wasSent;
    wasSent = true;
    if (hasChanges) beforeCreate();
    const created = await calls.create(values, key);
    createdId = created.id;
    if (!isRepeated || listDifferingFields(read(created), values).length === 0) return created;
    // An earlier attempt without a response created it. Only its first version may be overwritten.
    return calls.update({ ...created, version: 1 }, values);
  }

  return {
    async put(changes: Changes<LogValues[FieldName]>, known: KnownDive) {
      const values = { ...known.values, ...changes };
      const log = await (known.log === null
        ? create(values, Object.keys(changes).length > 0)
        : calls.update(known.log, values));
      onSaved(log);
      return { known: { log, values }, at: new Date() };
    },
    fetch: (id: string) => calls.fetch(id),
    getAttempt: () => ({ key, wasSent }),
    getCreatedId: () => createdId,
    /** The next save creates another dive. */
    startAnother(): void {
      key = crypto.randomUUID();
      wasSent = false;
      createdId = undefined;
    },
  };
}

/** The mutations and the query of a dive form. `graphql` is passed in, because it needs a page. */
export function createSaveCalls(type: LogType, graphql: typeof sendGraphql): SaveCalls {
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
        if (isApiError(error) && error.code === 'not_found') return null;
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
