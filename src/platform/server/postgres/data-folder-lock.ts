import { execFile } from 'node:child_process';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isProcessAlive } from './account.ts';

export const socketFolderPrefix = 'halocline-pg-';

const execFileAsync = promisify(execFile);
const pollMs = 20;
const noticeMs = 500;
const orphanMs = 10_000;

/** The contents of postmaster.pid: the PostgreSQL that runs, or once ran, on a data folder. */
export interface DataFolderHolder {
  pid: number;
  ownerPid: number | null;
  socketFolder: string;
  status: string;
}

export class DataFolderHeldError extends Error {
  constructor(dataDir: string, pid: number) {
    super(`The data folder ${dataDir} is in use by process ${pid}: stop it first, or set DATA_DIR to another folder`);
    this.name = 'DataFolderHeldError';
  }
}

export async function readDataFolderHolder(dataDir: string): Promise<DataFolderHolder | null> {
  const text = await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  const socketFolder = lines[4] ?? '';
  const ownerPid = Number(basename(socketFolder).split('-')[2]);
  return pid > 0 ? { pid, ownerPid: ownerPid || null, socketFolder, status: (lines[7] ?? '').trim() } : null;
}

/**
 * Returns when no PostgreSQL runs on the folder. One that lost its server, or is stopping, gets time to finish.
 * Throws if any other PostgreSQL runs on it.
 */
export async function waitUntilDataFolderFree(dataDir: string): Promise<void> {
  const start = performance.now();
  let isEnding = false;
  for (;;) {
    const holder = await readDataFolderHolder(dataDir);
    if (!holder || !(await isRunningOn(holder.pid, dataDir))) {
      await removeStaleFiles(dataDir, holder);
      return;
    }
    if (!isEnding && holder.ownerPid !== null && !isProcessAlive(holder.ownerPid)) {
      isEnding = true;
      interrupt(holder.pid);
    }
    isEnding ||= holder.status === 'stopping';
    if (performance.now() - start > (isEnding ? orphanMs : noticeMs)) {
      throw new DataFolderHeldError(dataDir, holder.pid);
    }
    await delay(pollMs);
  }
}

/** An orphaned PostgreSQL normally stops through its watcher. The signal helps if the watcher was killed too. */
function interrupt(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    // The process has ended or belongs to another user. The caller polls for its end.
  }
}

async function isRunningOn(pid: number, dataDir: string): Promise<boolean> {
  if (!isProcessAlive(pid)) {
    return false;
  }
  const [state, command] = await describeProcess(pid);
  if (state === 'Z' || !command.includes('postgres')) {
    return false;
  }
  // After a reboot the pid can belong to another PostgreSQL, but that one has another working folder.
  const [ours, theirs] = await Promise.all([stat(dataDir), stat(`/proc/${pid}/cwd`).catch(() => null)]);
  return theirs === null || (theirs.ino === ours.ino && theirs.dev === ours.dev);
}

async function describeProcess(pid: number): Promise<[state: string, command: string]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const inProc = /\((?<command>.*)\) (?<state>\S)/s.exec(text);
  if (inProc) {
    return [inProc[2] ?? '', inProc[1] ?? ''];
  }
  const listed = await execFileAsync('ps', ['-o', 'state=,comm=', '-p', String(pid)]).catch(() => null);
  // An unknown process is assumed to be PostgreSQL, which is the safe choice.
  return listed ? [listed.stdout.trim().charAt(0), listed.stdout] : ['', 'postgres'];
}

async function removeStaleFiles(dataDir: string, holder: DataFolderHolder | null): Promise<void> {
  if (!holder) {
    return;
  }
  if (basename(holder.socketFolder).startsWith(socketFolderPrefix)) {
    await rm(holder.socketFolder, { recursive: true, force: true }).catch(() => undefined);
  }
  if (isProcessAlive(holder.pid)) {
    const lock = execFileAsync('flock', ['-n', '-E', '75', dataDir, 'true']);
    if (
      await lock.then(
        () => false,
        (error: { code?: unknown }) => error.code === 75,
      )
    ) {
      throw new DataFolderHeldError(dataDir, holder.pid);
    }
    // The pid now belongs to another process, which PostgreSQL would take for a running server. It ignores the pid of
    // its parent, and still checks the shared memory named in the rest of the file.
    const path = join(dataDir, 'postmaster.pid');
    const text = await readFile(path, 'utf8').catch(() => null);
    // A PostgreSQL that has just ended may have removed the file.
    if (text !== null) await writeFile(path, text.replace(/^\d+/, String(process.pid)));
  }
}
