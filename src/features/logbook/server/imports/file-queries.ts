import { sql } from 'kysely';
import { query, toJson, type Params } from '#platform/server/db/query.ts';
import type { ReadWarning } from '#features/logbook/shared/dive-files/dive-file.ts';
import type { ImportKey } from './queries.ts';

interface FileKey extends ImportKey {
  position: number;
}

interface NewFile extends FileKey {
  name: string;
  bytes: number;
  fileKey: string;
}

const fileColumns = ['position', 'name', 'bytes', 'format', 'warnings'] as const;

export const findFile = query((db, p: Params<FileKey>) =>
  db
    .selectFrom('dive_import_file')
    .select([...fileColumns, 'file_key as fileKey'])
    .where('affiliate_id', '=', p.affiliateId)
    .where('import_id', '=', p.importId)
    .where('position', '=', p.position),
);

export const insertFile = query((db, p: Params<NewFile>) =>
  db
    .insertInto('dive_import_file')
    .values({
      affiliate_id: p.affiliateId,
      import_id: p.importId,
      position: p.position,
      name: p.name,
      bytes: p.bytes,
      file_key: p.fileKey,
    })
    .onConflict((conflict) => conflict.columns(['affiliate_id', 'import_id', 'position']).doNothing())
    .returning(fileColumns),
);

/** The bytes of all originals that are stored for a person, and of those of one import. */
export const sumStoredBytes = query((db, p: Params<ImportKey>) =>
  db
    .selectFrom('dive_import_file')
    .select((eb) => [
      sql<number>`coalesce(sum(bytes), 0)::float8`.as('all'),
      sql<number>`coalesce(sum(bytes) filter (where ${eb.ref('import_id')} = ${p.importId}), 0)::float8`.as('ofImport'),
    ])
    .where('affiliate_id', '=', p.affiliateId)
    .where('file_key', 'is not', null),
);

export const deleteFile = query((db, p: Params<FileKey>) =>
  db
    .deleteFrom('dive_import_file')
    .where('affiliate_id', '=', p.affiliateId)
    .where('import_id', '=', p.importId)
    .where('position', '=', p.position)
    .returning('file_key as fileKey'),
);

export const isImportFileUsed = query((db, p: Params<{ fileKey: string }>) =>
  db.selectNoFrom((eb) =>
    eb.exists(eb.selectFrom('dive_import_file').select('position').where('file_key', '=', p.fileKey)).as('isUsed'),
  ),
);

export const listFiles = query((db, p: Params<ImportKey>) =>
  db
    .selectFrom('dive_import_file')
    .select([...fileColumns, 'file_key as fileKey'])
    .where('affiliate_id', '=', p.affiliateId)
    .where('import_id', '=', p.importId)
    .orderBy('position'),
);

export const setFileFormat = query((db, p: Params<FileKey & { format: string; warnings: ReadWarning[] }>) =>
  db
    .updateTable('dive_import_file')
    .set({ format: p.format, warnings: toJson(p.warnings) })
    .where('affiliate_id', '=', p.affiliateId)
    .where('import_id', '=', p.importId)
    .where('position', '=', p.position),
);

/** A dive of the logbook comes from the file `f`, or was deleted less than a day ago. */
const hasDives = sql<boolean>`exists (
  select from dive_import_entry as e join dive_log as l on l.affiliate_id = e.affiliate_id and l.id = e.log_id
  where e.affiliate_id = f.affiliate_id and e.import_id = f.import_id and e.file = f.position
    and e.action in ('added', 'attached') and not e.is_undone)`;

/** Forgets the originals of an import that no dive comes from. Returns their keys, for the deletion of the files. */
export const releaseFiles = query((db, p: Params<ImportKey>) =>
  db
    .with('gone', (db) =>
      db
        .selectFrom('dive_import_file as f')
        .select(['f.affiliate_id', 'f.import_id', 'f.position', 'f.file_key'])
        .where('f.affiliate_id', '=', p.affiliateId)
        .where('f.import_id', '=', p.importId)
        .where('f.file_key', 'is not', null)
        .where(sql<boolean>`not ${hasDives}`)
        .forNoKeyUpdate(),
    )
    .updateTable('dive_import_file as f')
    .from('gone')
    .set({ file_key: null })
    .whereRef('f.affiliate_id', '=', 'gone.affiliate_id')
    .whereRef('f.import_id', '=', 'gone.import_id')
    .whereRef('f.position', '=', 'gone.position')
    .returning(sql<string>`gone.file_key`.as('fileKey')),
);

/** The same for a batch of all imports that ended, because dives are also deleted one by one. */
export const releaseOldFiles = query((db, p: Params<{ undoDays: number }>) =>
  db
    .with('gone', (db) =>
      db
        .selectFrom('dive_import_file as f')
        .innerJoin('dive_import as i', (join) =>
          join.onRef('i.affiliate_id', '=', 'f.affiliate_id').onRef('i.id', '=', 'f.import_id'),
        )
        .select(['f.affiliate_id', 'f.import_id', 'f.position', 'f.file_key'])
        .where('f.file_key', 'is not', null)
        .where(sql<boolean>`i.finished_at < now() - make_interval(days => ${p.undoDays})`)
        .where(sql<boolean>`not ${hasDives}`)
        .limit(100)
        .forNoKeyUpdate('f')
        .skipLocked(),
    )
    .updateTable('dive_import_file as f')
    .from('gone')
    .set({ file_key: null })
    .whereRef('f.affiliate_id', '=', 'gone.affiliate_id')
    .whereRef('f.import_id', '=', 'gone.import_id')
    .whereRef('f.position', '=', 'gone.position')
    .returning(sql<string>`gone.file_key`.as('fileKey')),
);

/** Deletes a batch of uploads whose import never started; the files are deleted after their rows. */
export const deleteOldImports = query((db) =>
  db
    .with('gone', (db) =>
      db
        .selectFrom('dive_import as i')
        .select(['i.affiliate_id', 'i.id'])
        .where(sql<boolean>`i.status = 'uploading' and i.created_at < now() - interval '1 day'`)
        .limit(100)
        .forUpdate()
        .skipLocked(),
    )
    .with('files', (db) =>
      db
        .deleteFrom('dive_import_file as f')
        .using('gone')
        .whereRef('f.affiliate_id', '=', 'gone.affiliate_id')
        .whereRef('f.import_id', '=', 'gone.id')
        .returning('f.file_key'),
    )
    .with('imports', (db) =>
      db
        .deleteFrom('dive_import as i')
        .using('gone')
        .whereRef('i.affiliate_id', '=', 'gone.affiliate_id')
        .whereRef('i.id', '=', 'gone.id')
        .returning('i.id'),
    )
    .selectNoFrom((eb) => [
      eb
        .selectFrom('imports')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('imports'),
      sql<string[]>`array(select file_key from files)`.as('files'),
    ]),
);
