import { createHmac } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { EncryptionContext } from '#platform/server/crypto/encryption-context.ts';
import { decryptWithKey, deriveKey, encryptWithKey } from '#platform/server/crypto/secrets.ts';
import type { FileStore } from '#platform/server/files/file-store.ts';
import { BackupError } from './backup-error.ts';

/** The encrypted pieces of all backups in a folder or bucket. Equal content is stored once. */
export interface ChunkStore {
  /** Returns the id of the content. */
  store(content: Buffer): Promise<string>;
  load(id: string): Promise<Buffer>;
  has(id: string): Promise<boolean>;
  /** What was stored, and what already was. */
  readonly added: { chunks: number; bytes: number };
  readonly reused: { chunks: number };
}

export const chunkPrefix = 'chunks/';
const compressedFlag = Buffer.from([1]);
const plainFlag = Buffer.from([0]);
const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

export function toChunkKey(id: string): string {
  return `${chunkPrefix}${id.slice(0, 2)}/${id}`;
}

/**
 * The id is a keyed hash of the content, so a stored chunk reveals nothing about it and a swapped one is noticed. The
 * manifest lists ids in order, which protects the order and the length of the whole.
 */
export function createChunkStore(target: FileStore, backupKey: string): ChunkStore {
  const idKey = deriveKey(backupKey, 'backup-chunk-id');
  const contentKey = deriveKey(backupKey, 'backup-chunk');
  const identify = (content: Buffer) => createHmac('sha256', idKey).update(content).digest('hex');
  const added = { chunks: 0, bytes: 0 };
  const reused = { chunks: 0 };
  const has = async (id: string) => {
    const isStored = (await target.getVersion(toChunkKey(id))) !== null;
    if (isStored) reused.chunks += 1;
    return isStored;
  };
  return {
    added,
    reused,
    has,
    async store(content) {
      const id = identify(content);
      if (await has(id)) return id;
      const compressed = await compress(content);
      const isSmaller = compressed.length < content.length;
      const body = Buffer.concat([isSmaller ? compressedFlag : plainFlag, isSmaller ? compressed : content]);
      const encrypted = encryptWithKey(contentKey, chunkContext(id), body);
      await target.put(toChunkKey(id), encrypted, 'application/octet-stream');
      added.chunks += 1;
      added.bytes += encrypted.length;
      return id;
    },
    async load(id) {
      const encrypted = await target.read(toChunkKey(id));
      if (encrypted === null) throw new BackupError(`backup is incomplete: chunk ${id} is missing`);
      const content = await decryptChunk(contentKey, id, encrypted).catch(() => null);
      if (content === null || identify(content) !== id) throw new BackupError(`backup is damaged: chunk ${id}`);
      return content;
    },
  };
}

const chunkContext = (id: string) => EncryptionContext.ofFile('backup-chunk', toChunkKey(id));

async function decryptChunk(key: Buffer, id: string, encrypted: Buffer): Promise<Buffer> {
  const body = decryptWithKey(key, chunkContext(id), encrypted);
  const content = body.subarray(1);
  return body[0] === compressedFlag[0] ? decompress(content) : content;
}
