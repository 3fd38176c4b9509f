import { execFile } from 'node:child_process';
import { constants } from 'node:os';
import { lstat, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** PostgreSQL refuses to run as root, so root starts it as this account. */
export interface Account {
  uid: number;
  gid: number;
}

const run = promisify(execFile);
const databaseUsers = ['postgres', '_postgres', 'nobody'];

export async function chooseAccount(dataDir: string): Promise<Account | null> {
  if (process.getuid?.() !== 0) {
    return null;
  }
  const users = await readUsers();
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

async function readUsers(): Promise<(Account & { name: string })[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

/** Gives the folder and all in it to the account; the folder itself last, so that a broken-off run is repeated. */
export async function giveTo(account: Account | null, folder: string): Promise<void> {
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
    await run('chown', ['-R', owner, ...entries]);
  }
  await run('chown', [owner, folder]);
}

/** Runs a command as the account and says whether it succeeded. */
export async function succeedsAs(account: Account | null, command: string, args: string[]): Promise<boolean> {
  return run(command, args, { ...account, cwd: '/' }).then(
    () => true,
    () => false,
  );
}

/** An account that cannot walk the path to a folder, such as one below /root. */
export async function canReach(account: Account | null, folder: string): Promise<boolean> {
  return account === null || succeedsAs(account, '/bin/sh', ['-c', 'cd "$0"', folder]);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { errno?: number }).errno === -constants.errno.EPERM;
  }
}
