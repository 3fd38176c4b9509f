import type { FileStore } from '#platform/server/files/file-store.ts';
import { chunkPrefix, createChunkStore } from './chunk-store.ts';
import { readFileIndex } from './dump-files.ts';
import { deleteManifest, listBackupIds, readManifest } from './manifest.ts';

const slotBits = 29;

/**
 * Marks chunk ids in 64 MB, however many there are. Ids are random, so the first bits are their slot. Two ids can share
 * a slot; then a chunk that nothing needs is kept, which is harmless.
 */
function createMarks() {
  const bits = new Uint8Array(2 ** (slotBits - 3));
  const toSlot = (id: string) => Number.parseInt(id.slice(0, 8), 16) >>> (32 - slotBits);
  return {
    add(id: string) {
      const slot = toSlot(id);
      bits[slot >>> 3] = (bits[slot >>> 3] ?? 0) | (1 << (slot & 7));
    },
    has(id: string) {
      const slot = toSlot(id);
      return ((bits[slot >>> 3] ?? 0) & (1 << (slot & 7))) !== 0;
    },
  };
}

/** Deletes all but the newest backups, and the chunks that only deleted or interrupted backups used. */
export async function pruneBackups(
  target: FileStore,
  backupKey: string,
  keep: number,
): Promise<{ backups: number; chunks: number }> {
  const ids = await listBackupIds(target);
  const kept = ids.slice(-keep);
  const marks = createMarks();
  const chunks = createChunkStore(target, backupKey);
  // Everything is marked before anything is deleted: a manifest that cannot be read ends the work here.
  for (const id of kept) {
    const manifest = await readManifest(target, backupKey, id);
    for (const table of manifest.tables) for (const chunk of table.chunks) marks.add(chunk);
    for (const chunk of manifest.files.index) marks.add(chunk);
    for await (const file of readFileIndex(chunks, manifest)) for (const chunk of file.chunks ?? []) marks.add(chunk);
  }
  const old = ids.slice(0, -keep);
  for (const id of old) await deleteManifest(target, id);
  let deleted = 0;
  for await (const key of target.list(chunkPrefix))
    if (!marks.has(key.slice(key.lastIndexOf('/') + 1))) {
      await target.delete(key);
      deleted += 1;
    }
  return { backups: old.length, chunks: deleted };
}
