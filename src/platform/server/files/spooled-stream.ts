import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/**
 * The bytes as a stream from a temporary file, so that a slow reader doesn't hold them in memory. The file is unlinked
 * before it is written, so it disappears with the process.
 */
export async function createSpooledStream(bytes: Buffer): Promise<Readable> {
  const path = join(tmpdir(), `halocline-download-${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600);
  try {
    await rm(path);
    await handle.writeFile(bytes);
  } catch (error) {
    await handle.close();
    throw error;
  }
  return handle.createReadStream({ start: 0 });
}
