import { createHash } from 'node:crypto';
import type { Env } from '../../../platform/server/env.ts';
import type { Files } from '../../../platform/server/files.ts';
import { openRecordKey } from '../../../platform/server/record-key.ts';
import { openWith } from '../../../platform/server/secrets.ts';

/** Null where the file is not there; one that was changed does not open, and that is an error. */
export async function readBlob(
  { files, env }: { files: Pick<Files, 'read'>; env: Pick<Env, 'SECRET_KEYS'> },
  { sealedKey, fileKey }: { sealedKey: string; fileKey: string },
): Promise<Buffer | null> {
  const sealed = await files.read(fileKey);
  return sealed && openWith(openRecordKey(env.SECRET_KEYS, sealedKey), sealed);
}

export function sha256Of(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
