import { createHash } from 'node:crypto';
import type { JobContext } from '#platform/server/jobs/jobs.ts';
import type { ImportChoice, StoredChoice } from '#features/logbook/shared/import-contract.ts';
import { importLimits } from '#features/logbook/shared/import-limits.ts';
import { DiveFileError, type DiveFileErrorCode } from '#features/logbook/shared/dive-files/dive-file.ts';
import * as fileQueries from './file-queries.ts';
import type { ImportedFileDive } from './import-dive.ts';
import { readImportFile } from './import-files.ts';
import type { ImportKey } from './queries.ts';
import { readFileInProcess, type ReadFile } from './read-file.ts';

/** All files together, so that slow ones don't keep the workers from the imports of others. */
const timeLimitMs = 25 * 60_000;

/** A file of the import can't be read, or one with which it gets too large. */
export class ImportError extends Error {
  readonly code: DiveFileErrorCode;
  readonly file: string;

  constructor(code: DiveFileErrorCode, file: string) {
    super(`the import was refused: ${code}`);
    this.code = code;
    this.file = file;
  }
}

/** All dives of an import with the person's choices. They are in memory together, packed, up to the import's limits. */
export async function readImport(
  ctx: JobContext,
  key: ImportKey,
  stored: readonly StoredChoice[],
): Promise<ImportedFileDive[]> {
  const choices = Map.groupBy(
    stored.filter((choice) => 'action' in choice),
    ({ file }) => file,
  );
  const mappings = new Map(
    stored.flatMap((choice) => ('mapping' in choice ? [[choice.file, choice.mapping] as const] : [])),
  );
  const endsAt = performance.now() + timeLimitMs;
  const dives: ImportedFileDive[] = [];
  let bytes = 0;
  for (const { position: file, fileKey, name } of await fileQueries.listFiles(ctx.database.db, key)) {
    const content = fileKey === null ? null : await readImportFile(ctx.services, fileKey);
    if (content === null) throw new Error('a file of the import is missing');
    const read = await readFileInProcess(content, mappings.get(file)).catch((error: unknown) => {
      throw error instanceof DiveFileError ? new ImportError(error.code, name) : error;
    });
    await fileQueries.setFileFormat(ctx.database.db, {
      ...key,
      position: file,
      format: read.format,
      warnings: read.warnings,
    });
    dives.push(...addChoices(file, read.dives, choices.get(file) ?? []));
    bytes += read.bytes;
    const isTooLarge = dives.length > importLimits.dives || bytes > importLimits.readBytes;
    if (isTooLarge || performance.now() > endsAt) throw new ImportError('too-large', name);
  }
  return dives;
}

/**
 * Finds the choice for each dive by its fingerprint. If the server reads the file differently than the browser did, the
 * choice whose fingerprint no dive has belongs to the dive in its place: a skipped dive must not be added.
 */
function addChoices(file: number, dives: ReadFile['dives'], choices: readonly ImportChoice[]): ImportedFileDive[] {
  const hashed = dives.map((dive) => ({ dive, fingerprint: createHash('sha256').update(dive.fingerprint).digest() }));
  const read = new Set(hashed.map(({ fingerprint }) => fingerprint.toString('hex')));
  const byFingerprint = new Map<string, ImportChoice>();
  const byPlace = new Map<number, ImportChoice>();
  for (const choice of choices) {
    if (choice.fingerprint && read.has(choice.fingerprint)) byFingerprint.set(choice.fingerprint, choice);
    else byPlace.set(choice.dive, choice);
  }
  return hashed.map(({ dive, fingerprint }, position) => {
    const choice = byFingerprint.get(fingerprint.toString('hex')) ?? byPlace.get(position) ?? null;
    return { file, position, dive, fingerprint, choice };
  });
}
