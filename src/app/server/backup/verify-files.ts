import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { ClientConfig } from 'pg';
import { exportPurpose } from '#features/account/server/encryption-purposes.ts';
import { beginUnlimited, connectForBackup } from '#platform/server/backup/backup-lock.ts';
import { mapInOrder } from '#platform/server/backup/in-order.ts';
import { decryptStream } from '#platform/server/crypto/encrypted-stream.ts';
import { EncryptionContext } from '#platform/server/crypto/encryption-context.ts';
import {
  type FileReference,
  type FileReferenceList,
  listFileReferences,
  readFileReferences,
} from '#platform/server/files/file-references.ts';
import type { Services } from '#platform/server/http/context.ts';
import { listPersonalTables } from '#platform/server/privacy/personal-tables.ts';
import { decryptOwnedFile } from '#platform/server/privacy/stored-secrets.ts';
import { otherFileKeys } from './file-locations.ts';

type Deps = Pick<Services, 'database' | 'files' | 'env'>;

const concurrency = 8;

/** Reads every file that a row refers to, and decrypts it, which detects changes. */
export async function verifyFiles(
  deps: Deps,
  connection: ClientConfig,
  onProblem: (problem: string) => void,
): Promise<number> {
  const listReferences = async () => {
    const tables = await listPersonalTables(deps.database.db);
    const client = await connectForBackup(connection);
    try {
      await beginUnlimited(client, 'read only');
      return await listFileReferences(client, tables, otherFileKeys);
    } finally {
      await client.end();
    }
  };
  const suspects = new Map<string, string>();
  const references = await listReferences();
  let files = 0;
  try {
    const check = async (reference: FileReference) => ({ reference, problem: await findProblem(deps, reference) });
    for await (const { reference, problem } of mapInOrder(readFileReferences(references), concurrency, check)) {
      files += 1;
      if (problem !== null) suspects.set(reference.key, `file ${reference.key} (${reference.source}): ${problem}`);
    }
  } finally {
    await references.remove();
  }
  if (suspects.size > 0) await reportRemaining(await listReferences(), suspects, onProblem);
  return files;
}

/** A file that was deleted together with its row while the files were read is no problem. */
async function reportRemaining(
  references: FileReferenceList,
  suspects: ReadonlyMap<string, string>,
  onProblem: (problem: string) => void,
): Promise<void> {
  try {
    for await (const { key } of readFileReferences(references)) {
      const problem = suspects.get(key);
      if (problem !== undefined) onProblem(problem);
    }
  } finally {
    await references.remove();
  }
}

async function findProblem({ files, env }: Deps, reference: FileReference): Promise<string | null> {
  const { key, lock, row } = reference;
  const found = await files.get(key);
  if (found === null) return 'missing';
  try {
    // Exports are the only files that may not fit into memory.
    if (lock !== null && 'purpose' in lock && lock.purpose === exportPurpose)
      await pipeline(
        found.body,
        decryptStream(env.SECRET_KEYS, EncryptionContext.ofFile(exportPurpose, key)),
        createSink(),
      );
    else if (lock !== null) decryptOwnedFile(env.SECRET_KEYS, lock, row, key, await buffer(found.body));
    else await pipeline(found.body, createSink());
    return null;
  } catch (error) {
    return `cannot be decrypted (${(error as Error).message})`;
  }
}

function createSink(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
