import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { query, queryBy, type Params } from '#platform/server/db/query.ts';
import { DiveLog } from '#features/logbook/shared/contract.ts';
import type { DiveExport } from '#features/logbook/shared/export-contract.ts';
import {
  everyFilter,
  parseFilter,
  selectFiltered,
  wholeList,
  type ListShape,
  type ListValues,
} from '#features/logbook/server/list-queries.ts';
import { logJson } from '#features/logbook/server/logs/log-json.ts';
import { findFirstDiveNumber, isLogIn } from '#features/logbook/server/queries.ts';

/** A dive to export. */
export interface DiveKey {
  id: string;
  number: number;
}

const listIds = queryBy(
  (db, p: Params<ListValues & { ids: readonly string[] }>, { hasIds, ...shape }: ListShape & { hasIds: boolean }) =>
    selectFiltered(db, p, shape)
      .select((eb) => eb.cast<string>('l.id', 'text').as('id'))
      .where('l.status', '<>', 'Draft')
      .$if(hasIds, (logs) => logs.where(isLogIn(p.ids)))
      .orderBy('l.dive_date')
      .orderBy('l.id'),
  [
    { ...wholeList, hasIds: false },
    { ...everyFilter, hasIds: true },
  ],
);

/**
 * The person's own dives only, oldest first and without drafts. Ids of others find nothing. Numbers are the positions in
 * the whole logbook: joining them in SQL exceeded the statement timeout for 10,000 dives without statistics.
 */
export async function listExportedDives(
  db: Db,
  affiliateId: number,
  { ids, filter = {} }: DiveExport,
): Promise<DiveKey[]> {
  const { shape, values } = parseFilter(affiliateId, filter);
  const [all, found, first] = [
    await listIds({ ...wholeList, hasIds: false })(db, { ...values, ids: [] }),
    await listIds({ ...shape, hasIds: ids !== undefined })(db, { ...values, ids: ids ?? [] }),
    await findFirstDiveNumber.first(db, { affiliateId }),
  ];
  const numbers = new Map(all.map(({ id }, index) => [id, (first?.number ?? 1) + index]));
  return found.map(({ id }) => ({ id, number: numbers.get(id) ?? 0 }));
}

/** Values that are counted, read or decided elsewhere. */
const omittedFields = new Set(['dive_number', 'recordings', 'deviations']);
const exportedLog = logJson(
  Object.keys(DiveLog.shape)
    .filter((name) => !omittedFields.has(name))
    .map((name) => ({ name, key: name, fields: null })),
);
if (exportedLog === null) throw new Error('the exported fields of a dive have no SQL');

type LogIds = Params<{ affiliateId: number; ids: readonly string[] }>;

export const listLogs = query((db, p: LogIds) =>
  db
    .selectFrom('dive_log as l')
    .select((eb) => [eb.cast<string>('l.id', 'text').as('id'), exportedLog.as('log')])
    .where('l.affiliate_id', '=', p.affiliateId)
    .where(isLogIn(p.ids))
    .where('l.deleted_at', 'is', null),
);

export const listRecordings = query((db, p: LogIds) =>
  db
    .selectFrom('dive_recording as r')
    .select((eb) => [
      eb.cast<string>('r.log_id', 'text').as('logId'),
      'r.affiliate_id',
      eb.cast<string>('r.id', 'text').as('recordingId'),
      'r.sealed_recording',
      'r.is_simulated',
      'r.created_at as createdAt',
    ])
    .where('r.affiliate_id', '=', p.affiliateId)
    .where(sql<boolean>`r.log_id = any(${p.ids}::bigint[])`)
    .orderBy('r.log_id')
    .orderBy('r.position')
    .orderBy('r.id'),
);

export const listPhotoFiles = query((db, p: LogIds) =>
  db
    .selectFrom('dive_photo as f')
    .select((eb) => [eb.cast<string>('f.log_id', 'text').as('logId'), 'f.thumb_key as thumbKey', 'f.caption'])
    .where('f.affiliate_id', '=', p.affiliateId)
    .where(sql<boolean>`f.log_id = any(${p.ids}::bigint[])`)
    .orderBy('f.log_id')
    .orderBy('f.position')
    .orderBy('f.id'),
);

/** The number of photos of each dive that has any. */
export const countPhotos = query((db, p: LogIds) =>
  db
    .selectFrom('dive_photo as f')
    .select((eb) => [eb.cast<string>('f.log_id', 'text').as('logId'), sql<number>`count(*)::int`.as('photos')])
    .where('f.affiliate_id', '=', p.affiliateId)
    .where(sql<boolean>`f.log_id = any(${p.ids}::bigint[])`)
    .groupBy('f.log_id'),
);

/** The files from which the dives or their recordings were read. */
export const listOriginalFiles = query((db, p: LogIds) =>
  db
    .selectFrom('dive_import_file as f')
    .select((eb) => ['f.name', eb.ref('f.file_key').$notNull().as('fileKey')])
    .where('f.affiliate_id', '=', p.affiliateId)
    .where('f.file_key', 'is not', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('dive_import_entry as e')
          .select('e.position')
          .whereRef('e.affiliate_id', '=', 'f.affiliate_id')
          .whereRef('e.import_id', '=', 'f.import_id')
          .whereRef('e.file', '=', 'f.position')
          .where('e.action', 'in', ['added', 'attached'])
          .where(sql<boolean>`e.log_id = any(${p.ids}::bigint[])`),
      ),
    )
    .orderBy('f.import_id')
    .orderBy('f.position'),
);

export const findDiver = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('person')
    .select(['given_name as firstName', 'family_name as lastName', 'unit'])
    .where('affiliate_id', '=', p.affiliateId),
);
