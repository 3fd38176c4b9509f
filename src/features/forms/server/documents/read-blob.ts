import { createHash } from 'node:crypto';
import type { Env } from '#platform/server/config/env.ts';
import type { FileStore } from '#platform/server/files/file-store.ts';
import { decryptRecordKey } from '#platform/server/crypto/record-key.ts';
import { decryptWithKey } from '#platform/server/crypto/secrets.ts';

/** Returns null if the file is missing. A changed file fails to decrypt and throws. */
export async function readBlob(
  { files, env }: { files: Pick<FileStore, 'read'>; env: Pick<Env, 'SECRET_KEYS'> },
  { encryptedKey, fileKey }: { encryptedKey: string; fileKey: string },
): Promise<Buffer | null> {
  const encrypted = await files.read(fileKey);
  return encrypted && decryptWithKey(decryptRecordKey(env.SECRET_KEYS, encryptedKey), encrypted);
}

export function sha256Hex(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
