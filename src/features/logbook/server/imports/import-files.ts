import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { decryptFile } from '#platform/server/crypto/secrets.ts';
import { createSpooledStream } from '#platform/server/files/spooled-stream.ts';
import type { Services } from '#platform/server/http/context.ts';
import { createFairQueue } from '#platform/server/jobs/fair-queue.ts';
import { recordingPurpose } from '#features/logbook/server/recordings/recording-files.ts';

/** A file is in memory twice while it is decrypted. */
const runQueued = createFairQueue({ slots: 3, slotsPerPerson: 1, maxWaiting: 50, maxWaitingPerPerson: 5 });

/** Returns null if the file was just deleted. Files are up to 64 MB, so callers take turns. */
export async function readImportFile({ files, env }: Services, fileKey: string): Promise<Buffer | null> {
  const stored = await files.get(fileKey);
  return stored && decryptFile(env.SECRET_KEYS, recordingPurpose, fileKey, await buffer(stored.body));
}

/** The same for a download, which can take minutes. */
export async function openImportFile(services: Services, fileKey: string): Promise<Readable | null> {
  return runQueued(async () => {
    const bytes = await readImportFile(services, fileKey);
    return bytes && createSpooledStream(bytes);
  });
}
