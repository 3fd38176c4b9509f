import { execFile } from 'node:child_process';
import { constants } from 'node:os';
import { lstat, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** PostgreSQL refuses to run as root, so root starts it as this account. */
export interface OsAccount {
  uid: number;
  gid: number;
}

const execFileAsync = promisify(execFile);
const databaseUsers = ['postgres', '_postgres', 'nobody'];

export async function chooseOsAccount(dataDir: string): Promise<OsAccount | null> {
  if (process.getuid?.() !== 0) {
    return null;
  }
  const users = await readOsUsers();
  const owner = await lstat(dataDir).catch(() => null);
  if (owner && owner.uid !== 0) {
    return { uid: owner.uid, gid: users.find((user) => user.uid === owner.uid)?.gid ?? owner.gid };
  }
  const user = databaseUsers
    .map((name) => users.find((user) => user.name === name))
    .find((user) => user !== undefined && user.uid !== 0);
  if (!user) {
    throw new Error(
      'PostgreSQL does not run as root and there is no user postgres or nobody: start as another user, or set DATABASE_URL',
    );
  }
  return { uid: user.uid, gid: user.gid };
}

async function readOsUsers(): Promise<(OsAccount & { name: string })[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

/** Changes the owner of the folder and its contents. The folder comes last, so an interrupted run is repeated. */
export async function changeOwner(account: OsAccount | null, folder: string): Promise<void> {
  const { uid } = await lstat(folder);
  if (!account) {
    if (uid !== process.getuid?.()) {
      throw new Error(`The data folder ${folder} belongs to user ${uid}: start as that user, or set DATA_DIR`);
    }
    return;
  }
  if (uid === account.uid) {
    return;
  }
  const owner = `${account.uid}:${account.gid}`;
  const entries = (await readdir(folder)).map((name) => join(folder, name));
  if (entries.length > 0) {
    await execFileAsync('chown', ['-R', owner, ...entries]);
  }
  await execFileAsync('chown', [owner, folder]);
}

/** Runs a command as the account and returns whether it succeeded. */
export async function canRunCommandAs(account: OsAccount | null, command: string, args: string[]): Promise<boolean> {
  return execFileAsync(command, args, { ...account, cwd: '/' }).then(
    () => true,
    () => false,
  );
}

/** False for a folder whose path the account cannot traverse, such as one below /root. */
export async function canEnterFolder(account: OsAccount | null, folder: string): Promise<boolean> {
  return account === null || canRunCommandAs(account, '/bin/sh', ['-c', 'cd "$0"', folder]);
}

export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { errno?: number }).errno === -constants.errno.EPERM;
  }
}
