import { createHash } from 'node:crypto';
import { toPartKey } from '#features/forms/server/record-ciphers.ts';
import type { Env } from '#platform/server/config/env.ts';
import type { FileStore } from '#platform/server/files/file-store.ts';
import { RecordCipher } from '#platform/server/crypto/record-cipher.ts';

/** Returns null if the file is missing. A changed file fails to decrypt and throws. */
export async function readBlob(
  { files, env }: { files: Pick<FileStore, 'read'>; env: Pick<Env, 'SECRET_KEYS'> },
  { encryptedKey, fileKey, ...part }: Parameters<typeof toPartKey>[0] & { encryptedKey: string; fileKey: string },
): Promise<Buffer | null> {
  const encrypted = await files.read(fileKey);
  const cipher = RecordCipher.open(env.SECRET_KEYS, encryptedKey, 'form_blob', toPartKey(part));
  return encrypted && cipher.decryptFile(fileKey, encrypted);
}

export function sha256Hex(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
