import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, glob, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { assertNotRepeated } from '#platform/server/db/current-transaction.ts';
import { assertFileKey } from './file-key.ts';
import type { FileStore } from './file-store.ts';

/**
 * Stores one file per key. The file starts with its content type (two bytes of length, then the text), so both become
 * visible at the same time. Keys cannot contain `~`, so a file name never collides with a folder.
 */
export function createFolderFileStore(folder: string): FileStore {
  const unfinished = join(folder, '~unfinished');
  const pathOf = (key: string): string => {
    assertFileKey(key);
    return join(folder, `${key}~`);
  };
  return {
    async put(key, body, contentType) {
      assertNotRepeated('a file is written');
      const path = pathOf(key);
      const temporary = join(unfinished, randomUUID());
      await mkdir(unfinished, { recursive: true });
      try {
        const written = await writeDurably(temporary, body, contentType);
        const firstMade = await mkdir(dirname(path), { recursive: true });
        await rename(temporary, path);
        await syncFolders(dirname(path), firstMade === undefined ? dirname(path) : dirname(firstMade));
        return written;
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    async get(key, part) {
      const file = await open(pathOf(key)).catch(ignoreMissing);
      if (file === null) return null;
      try {
        const { size } = await file.stat();
        const contentType = await readContentType(file);
        const start = 2 + Buffer.byteLength(contentType);
        const end = part?.end === undefined ? undefined : start + part.end;
        const body = file.createReadStream({
          start: start + (part?.start ?? 0),
          ...(end !== undefined && { end }),
          // Small files get a small buffer instead of the default 64 KB, to reduce garbage collection.
          highWaterMark: Math.min(65_536, Math.max(1, size - start)),
        });
        return { contentType, bytes: size - start, body };
      } catch (error) {
        await file.close();
        throw error;
      }
    },
    async read(key) {
      const bytes = await readFile(pathOf(key)).catch(ignoreMissing);
      return bytes && bytes.subarray(2 + bytes.readUInt16BE());
    },
    async delete(key) {
      assertNotRepeated('a file is deleted');
      await rm(pathOf(key), { force: true });
    },
    async getVersion(key) {
      const found = await stat(pathOf(key), { bigint: true }).catch(ignoreMissing);
      // A replaced file gets a new inode, even within the resolution of the clock.
      return found && `${found.ino}-${found.mtimeNs}-${found.size}`;
    },
    async *list(prefix) {
      const lastSlash = prefix.lastIndexOf('/');
      const start = join(folder, prefix.slice(0, lastSlash + 1));
      for await (const path of glob('**/*~', { cwd: start })) {
        const key = `${prefix.slice(0, lastSlash + 1)}${path.slice(0, -1)}`;
        if (key.startsWith(prefix)) yield key;
      }
    },
  };
}

async function writeDurably(path: string, body: Buffer | Readable, contentType: string): ReturnType<FileStore['put']> {
  const type = Buffer.from(contentType);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(type.length);
  const file = await open(path, 'wx');
  try {
    await file.writeFile(Buffer.concat([length, type]));
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of Buffer.isBuffer(body) ? [body] : (body as AsyncIterable<Buffer>)) {
      hash.update(chunk);
      bytes += chunk.length;
      await file.writeFile(chunk);
    }
    await file.sync();
    return { bytes, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}

async function readContentType(file: FileHandle): Promise<string> {
  const length = Buffer.alloc(2);
  await file.read(length, 0, 2, 0);
  const type = Buffer.alloc(length.readUInt16BE());
  await file.read(type, 0, type.length, 2);
  return type.toString();
}

/** Syncs the folders too, because a new file or folder is durable only when its parent is synced. */
async function syncFolders(from: string, to: string): Promise<void> {
  for (let path = from; path.startsWith(to); path = dirname(path)) {
    const handle = await open(path);
    await handle.sync().finally(() => handle.close());
    if (path === dirname(path)) return;
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
