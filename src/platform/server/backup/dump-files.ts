import { Readable } from 'node:stream';
import * as z from 'zod';
import {
  type FileReference,
  type FileReferenceList,
  readFileReferences,
} from '#platform/server/files/file-references.ts';
import type { FileStore } from '#platform/server/files/file-store.ts';
import { BackupError } from './backup-error.ts';
import type { ChunkStore } from './chunk-store.ts';
import { mapInOrder } from './in-order.ts';
import type { BackupManifest } from './manifest.ts';
import { splitBytes, splitRows } from './split-content.ts';

const FileEntrySchema = z.object({
  key: z.string(),
  contentType: z.string(),
  bytes: z.int(),
  version: z.string(),
  /** Null if a row refers to the file and the file did not exist. */
  chunks: z.array(z.string()).nullable(),
});
type FileEntry = z.output<typeof FileEntrySchema>;

const concurrency = 8;

/** Stores the listed files. A file that has the same version as in the previous backup is not read again. */
export async function dumpFiles(
  files: FileStore,
  chunks: ChunkStore,
  references: FileReferenceList,
  previous: BackupManifest | null,
  onMissing: (key: string) => void,
): Promise<BackupManifest['files']> {
  const total = { count: 0, bytes: 0, missing: 0 };
  const candidates = joinPrevious(readFileReferences(references), readUsableIndex(chunks, previous));
  async function* writeLines(): AsyncGenerator<Buffer> {
    for await (const entry of mapInOrder(candidates, concurrency, ({ key, before }) =>
      dumpFile(files, chunks, key, before),
    )) {
      if (entry.chunks === null) {
        total.missing += 1;
        onMissing(entry.key);
      } else {
        total.count += 1;
        total.bytes += entry.bytes;
      }
      yield Buffer.from(`${JSON.stringify(entry)}\n`);
    }
  }
  const index: string[] = [];
  for await (const { content } of splitRows(writeLines())) index.push(await chunks.store(content));
  return { ...total, index };
}

async function dumpFile(
  files: FileStore,
  chunks: ChunkStore,
  key: string,
  before: FileEntry | null,
): Promise<FileEntry> {
  // Read first, so a file that is replaced while it is read counts as changed next time.
  const version = await files.getVersion(key);
  if (version !== null && before?.version === version && (await isStored(chunks, before))) return before;
  const found = version === null ? null : await files.get(key);
  if (version === null || found === null) return { key, contentType: '', bytes: 0, version: '', chunks: null };
  const ids: string[] = [];
  for await (const piece of splitBytes(found.body)) ids.push(await chunks.store(piece));
  return { key, contentType: found.contentType, bytes: found.bytes, version, chunks: ids };
}

/** A chunk that was lost or deleted as damaged is stored again. */
async function isStored(chunks: ChunkStore, { chunks: ids }: FileEntry): Promise<boolean> {
  for (const id of ids ?? []) if (!(await chunks.has(id))) return false;
  return ids !== null;
}

export async function* readFileIndex(chunks: ChunkStore, manifest: BackupManifest | null): AsyncGenerator<FileEntry> {
  for (const id of manifest?.files.index ?? [])
    for (const line of (await chunks.load(id)).toString().trimEnd().split('\n'))
      yield FileEntrySchema.parse(JSON.parse(line));
}

/** Files that a damaged index does not list are read again, so the next backup is complete. */
async function* readUsableIndex(chunks: ChunkStore, previous: BackupManifest | null): AsyncGenerator<FileEntry> {
  try {
    yield* readFileIndex(chunks, previous);
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
  }
}

/** Both sides are sorted, so neither has to fit into memory. */
async function* joinPrevious(
  references: AsyncIterable<FileReference>,
  entries: AsyncIterator<FileEntry>,
): AsyncGenerator<{ key: string; before: FileEntry | null }> {
  let next = await entries.next();
  for await (const { key } of references) {
    while (!next.done && next.value.key < key) next = await entries.next();
    yield { key, before: !next.done && next.value.key === key ? next.value : null };
  }
}

/** Stores the files of a backup in the file store. */
export async function loadFiles(files: FileStore, chunks: ChunkStore, manifest: BackupManifest): Promise<void> {
  const load = async ({ key, contentType, bytes, chunks: ids }: FileEntry): Promise<number> => {
    if (ids === null) return 0;
    async function* readContent(): AsyncGenerator<Buffer> {
      for (const id of ids ?? []) yield await chunks.load(id);
    }
    const stored = await files.put(key, Readable.from(readContent()), contentType);
    if (stored.bytes !== bytes) throw new BackupError(`file ${key}: restored ${stored.bytes} bytes, expected ${bytes}`);
    return 1;
  };
  let count = 0;
  for await (const loaded of mapInOrder(readFileIndex(chunks, manifest), concurrency, load)) count += loaded;
  if (count !== manifest.files.count)
    throw new BackupError(`restored ${count} files, expected ${manifest.files.count}`);
}
