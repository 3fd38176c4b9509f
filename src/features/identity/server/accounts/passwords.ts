import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { createFairQueue } from '#platform/server/jobs/fair-queue.ts';
import { normalizePassword } from '#features/identity/shared/rules.ts';

const argon2Async = promisify(argon2);

/** Leaves a thread of the pool for files. Sign-ins that would wait for seconds are refused with 503. */
const runQueued = createFairQueue({
  slots: Math.min(availableParallelism(), 3),
  slotsPerPerson: 1,
  maxWaiting: 60,
  maxWaitingPerPerson: 5,
});

interface HashParameters {
  memoryKib: number;
  passes: number;
  parallelism: number;
}

/** The OWASP minimum for argon2id. Changing it re-hashes each password at the owner's next sign-in. */
const currentParameters: HashParameters = { memoryKib: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const hashBytes = 32;

const phcPattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

interface StoredHash extends HashParameters {
  salt: Buffer;
  hash: Buffer;
}

/** Takes as long to check as a real hash, and matches no password. */
const dummyHash: StoredHash = { ...currentParameters, salt: randomBytes(saltBytes), hash: randomBytes(hashBytes) };

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await derive(password, salt, currentParameters, hashBytes);
  const { memoryKib, passes, parallelism } = currentParameters;
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${parallelism}$${toUnpaddedBase64(salt)}$${toUnpaddedBase64(hash)}`;
}

/** Does the same work without a stored hash, because the response time must not reveal which accounts exist. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const parsed = stored === null ? null : parseHash(stored);
  const expected = parsed ?? dummyHash;
  const actual = await derive(password, expected.salt, expected, expected.hash.length);
  return timingSafeEqual(actual, expected.hash) && parsed !== null;
}

export function needsRehash(stored: string): boolean {
  const { memoryKib, passes, parallelism } = parseHash(stored);
  return (
    memoryKib !== currentParameters.memoryKib ||
    passes !== currentParameters.passes ||
    parallelism !== currentParameters.parallelism
  );
}

function derive(password: string, nonce: Buffer, parameters: HashParameters, tagLength: number): Promise<Buffer> {
  const { memoryKib, passes, parallelism } = parameters;
  const message = Buffer.from(normalizePassword(password), 'utf8');
  return runQueued(() =>
    argon2Async('argon2id', { message, nonce, memory: memoryKib, passes, parallelism, tagLength }),
  );
}

function parseHash(stored: string): StoredHash {
  const [, memoryKib, passes, parallelism, salt = '', hash = ''] = phcPattern.exec(stored) ?? [];
  if (hash === '') throw new Error('stored password hash is not in argon2id PHC format');
  return {
    memoryKib: Number(memoryKib),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

function toUnpaddedBase64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
