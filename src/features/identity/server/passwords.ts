import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { normalisePassword } from '../shared/rules.ts';

const argon2Async = promisify(argon2);

interface Parameters {
  memoryKib: number;
  passes: number;
  parallelism: number;
}

/** The OWASP minimum for argon2id; a change here re-hashes each password when its owner next signs in. */
const current: Parameters = { memoryKib: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const hashBytes = 32;

const phcShape = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

interface StoredHash extends Parameters {
  salt: Buffer;
  hash: Buffer;
}

/** Takes as long to check as a real one, and no password fits it. */
const dummy: StoredHash = { ...current, salt: randomBytes(saltBytes), hash: randomBytes(hashBytes) };

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await derive(password, salt, current, hashBytes);
  const { memoryKib, passes, parallelism } = current;
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`;
}

/** Without a stored hash the same work is done, so that nobody can time which accounts exist. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const parsed = stored === null ? null : parseHash(stored);
  const expected = parsed ?? dummy;
  const given = await derive(password, expected.salt, expected, expected.hash.length);
  return timingSafeEqual(given, expected.hash) && parsed !== null;
}

export function needsRehash(stored: string): boolean {
  const { memoryKib, passes, parallelism } = parseHash(stored);
  return memoryKib !== current.memoryKib || passes !== current.passes || parallelism !== current.parallelism;
}

function derive(password: string, nonce: Buffer, parameters: Parameters, tagLength: number): Promise<Buffer> {
  const { memoryKib, passes, parallelism } = parameters;
  return argon2Async('argon2id', {
    message: Buffer.from(normalisePassword(password), 'utf8'),
    nonce,
    memory: memoryKib,
    passes,
    parallelism,
    tagLength,
  });
}

function parseHash(stored: string): StoredHash {
  const [, memoryKib, passes, parallelism, salt = '', hash = ''] = phcShape.exec(stored) ?? [];
  if (hash === '') throw new Error('a stored password hash is not in the PHC form of argon2id');
  return {
    memoryKib: Number(memoryKib),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
