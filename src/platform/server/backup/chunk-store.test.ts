import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FileStore } from '#platform/server/files/file-store.ts';
import { createFolderFileStore } from '#platform/server/files/folder-file-store.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { createChunkStore, toChunkKey } from './chunk-store.ts';
import { type BackupManifest, createBackupId, listBackupIds, readManifest, writeManifest } from './manifest.ts';
import { pruneBackups } from './prune-backups.ts';

const key = 'a key for backups in tests, long enough';
const otherKey = 'another key for backups, long enough too';
const folder = await createTemporaryFolder();
let target: FileStore;
let folders = 0;

beforeEach(() => {
  target = createFolderFileStore(join(folder, String(++folders)));
});

async function damage(name: string, position: number): Promise<void> {
  const body = Buffer.from((await target.read(name)) ?? []);
  body[body.length + position] = (body.at(position) ?? 0) ^ 1;
  await target.put(name, body, 'application/octet-stream');
}

const createManifest = (chunks: string[], at = new Date()): BackupManifest => ({
  id: createBackupId(at),
  createdAt: at.toISOString(),
  version: '1',
  secretKeys: [],
  migrations: [],
  jobSchema: 1,
  tables: [{ schema: 'public', name: 'dive', columns: ['id'], rows: 1, chunks }],
  partitions: [],
  sequences: [],
  files: { count: 0, bytes: 0, missing: 0, index: [] },
});

describe('createChunkStore', () => {
  it('returns what was stored, and stores equal content once', async () => {
    const chunks = createChunkStore(target, key);
    for (const content of [Buffer.alloc(100_000, 'depth '), randomBytes(5_000), Buffer.alloc(0)]) {
      const id = await chunks.store(content);
      expect(await chunks.load(id)).toEqual(content);
      expect(await chunks.store(content)).toBe(id);
    }
    expect([chunks.added.chunks, chunks.reused.chunks]).toEqual([3, 3]);
    expect(chunks.added.bytes).toBeLessThan(6_000);
  });

  it('stores nothing that is readable without the key', async () => {
    const content = Buffer.from('a statement about somebody');
    const id = await createChunkStore(target, key).store(content);
    expect((await target.read(toChunkKey(id)))?.includes('statement')).toBe(false);
    expect(await createChunkStore(target, otherKey).store(content)).not.toBe(id);
    await expect(createChunkStore(target, otherKey).load(id)).rejects.toThrow(`backup is damaged: chunk ${id}`);
  });

  it('rejects a missing, changed, truncated or swapped chunk', async () => {
    const chunks = createChunkStore(target, key);
    const [first, second, third] = [
      await chunks.store(randomBytes(100)),
      await chunks.store(randomBytes(100)),
      await chunks.store(randomBytes(100)),
    ];
    await damage(toChunkKey(first), -1);
    await expect(chunks.load(first)).rejects.toThrow(`backup is damaged: chunk ${first}`);
    const whole = (await target.read(toChunkKey(second))) ?? Buffer.alloc(0);
    await target.put(toChunkKey(third), whole, 'application/octet-stream');
    await expect(chunks.load(third)).rejects.toThrow(`backup is damaged: chunk ${third}`);
    await target.put(toChunkKey(second), whole.subarray(0, -1), 'application/octet-stream');
    await expect(chunks.load(second)).rejects.toThrow(`backup is damaged: chunk ${second}`);
    await target.delete(toChunkKey(second));
    await expect(chunks.load(second)).rejects.toThrow(`backup is incomplete: chunk ${second} is missing`);
  });
});

describe('readManifest', () => {
  it('returns what was written', async () => {
    const manifest = createManifest(['a', 'b']);
    await writeManifest(target, key, manifest);
    expect(await listBackupIds(target)).toEqual([manifest.id]);
    expect(await readManifest(target, key, manifest.id)).toEqual(manifest);
  });

  it('rejects another key, a changed or renamed manifest, and one that does not exist', async () => {
    const { id, ...rest } = createManifest([]);
    await writeManifest(target, key, { id, ...rest });
    await expect(readManifest(target, otherKey, id)).rejects.toThrow('was made with another BACKUP_KEY');
    await target.put('manifests/renamed', (await target.read(`manifests/${id}`)) ?? Buffer.alloc(0), 'text/plain');
    await expect(readManifest(target, key, 'renamed')).rejects.toThrow('its manifest was changed');
    for (const position of [-1, -40]) {
      await writeManifest(target, key, { id, ...rest });
      await damage(`manifests/${id}`, position);
      await expect(readManifest(target, key, id)).rejects.toThrow('its manifest was changed or is incomplete');
    }
    await target.put(`manifests/${id}`, Buffer.from('half'), 'text/plain');
    await expect(readManifest(target, key, id)).rejects.toThrow('its manifest was changed or is incomplete');
    await expect(readManifest(target, key, 'none')).rejects.toThrow('there is no backup none');
  });
});

describe('pruneBackups', () => {
  it('keeps the newest backups and every chunk they use', async () => {
    const chunks = createChunkStore(target, key);
    const [old, shared, fresh, unfinished] = await Promise.all(
      ['old', 'shared', 'fresh', 'unfinished'].map((text) => chunks.store(Buffer.from(text))),
    );
    const before = createManifest([old ?? '', shared ?? ''], new Date('2026-01-01'));
    const after = createManifest([shared ?? '', fresh ?? ''], new Date('2026-01-02'));
    await writeManifest(target, key, before);
    await writeManifest(target, key, after);
    expect(await pruneBackups(target, key, 2)).toEqual({ backups: 0, chunks: 1 });
    await expect(chunks.load(unfinished ?? '')).rejects.toThrow('missing');
    expect(await pruneBackups(target, key, 1)).toEqual({ backups: 1, chunks: 1 });
    expect(await listBackupIds(target)).toEqual([after.id]);
    await expect(chunks.load(old ?? '')).rejects.toThrow('missing');
    expect(String(await chunks.load(shared ?? ''))).toBe('shared');
    expect(String(await chunks.load(fresh ?? ''))).toBe('fresh');
  });

  it('deletes nothing if a kept manifest cannot be read', async () => {
    const chunks = createChunkStore(target, key);
    const id = await chunks.store(Buffer.from('x'));
    const manifest = createManifest([id]);
    await writeManifest(target, key, manifest);
    await damage(`manifests/${manifest.id}`, -1);
    await expect(pruneBackups(target, key, 1)).rejects.toThrow('its manifest was changed');
    expect(String(await chunks.load(id))).toBe('x');
  });
});
