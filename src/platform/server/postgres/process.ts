import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { OsAccount } from './account.ts';
import { unsupportedPlatformMessage } from './binaries.ts';
import { createChildEnvironment } from './data-folder.ts';
import type { DataFolderPaths } from './data-folder.ts';
import { readDataFolderHolder } from './data-folder-lock.ts';

const busyExitCode = 75;

/**
 * PostgreSQL must not outlive the server, even if the server is killed. The shell starts a watcher that holds the other
 * end of our pipe, and then becomes PostgreSQL. A pipe that closes without a last line means that the server has died.
 * The lock on the folder, if flock is installed, also detects a PostgreSQL in another container, which pids do not. All
 * sessions inherit the lock, so it is free only when the last one has ended.
 */
const launchScript = `
socket_folder=$1; shift
exec 3<&0 </dev/null
( (
  trap '' HUP INT TERM
  cd / && exec >/dev/null 2>&1
  read -r farewell <&3 && exit
  kill -INT $$
  tries=0
  while kill -0 $$ && [ $tries -lt 300 ]; do sleep 0.2; tries=$((tries + 1)); done
  kill -0 $$ || rm -rf "$socket_folder"
) & )
exec 3<&-
if command -v flock >/dev/null; then
  exec 9<.
  flock -n -E ${busyExitCode} 9
  [ $? -ne ${busyExitCode} ] || exit ${busyExitCode}
fi
exec "$@"
`;

const pollMs = 10;
const stopTimeoutMs = 60_000;

export interface PostgresProcess {
  stop(): Promise<void>;
}

/** Another PostgreSQL, or a remaining session of one, still uses the folder. */
export class FolderBusyError extends Error {
  override name = 'FolderBusyError';
}

export interface LaunchOptions {
  postgres: string;
  paths: DataFolderPaths;
  account: OsAccount | null;
  socketFolder: string;
  settings: Record<string, string>;
  onLog: (line: string) => void;
  /** Called with one line when PostgreSQL ends unexpectedly. */
  onLost: (line: string) => void;
}

/** Starts PostgreSQL and returns when it accepts connections. */
export async function launchPostgres(options: LaunchOptions): Promise<PostgresProcess> {
  const { postgres, paths, account, socketFolder, settings, onLog, onLost } = options;
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [postgres, '-D', paths.dataDir, '-c', `unix_socket_directories=${socketFolder}`, ...flags];
  const child = spawn('/bin/sh', ['-c', launchScript, 'postgres', socketFolder, ...command], {
    ...account,
    cwd: paths.cwd,
    env: createChildEnvironment(),
    // A separate process group, because Ctrl-C in a terminal must not stop PostgreSQL before the server.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const firstLines: string[] = [];
  let isReady = false;
  let isStopping = false;
  createInterface(child.stderr).on('line', (line) => {
    if (!isReady) {
      firstLines.push(line);
    }
    onLog(line);
  });
  child.stdin.on('error', () => undefined);
  const exited = once(child, 'close').then(([code, signal]) => {
    child.stdin.end();
    if (isReady && !isStopping) {
      onLost(`PostgreSQL exited unexpectedly (${String(signal ?? code)})`);
    }
    return code as number | null;
  });
  child.once('exit', () => child.stdin.end('gone\n'));

  async function waitUntilReady(): Promise<void> {
    while (child.exitCode === null && child.signalCode === null) {
      const holder = await readDataFolderHolder(paths.cwd);
      if (holder?.pid === child.pid && holder?.status === 'ready') {
        isReady = true;
        return;
      }
      await Promise.race([delay(pollMs), exited]);
    }
    throw explainFailure(paths.cwd, await exited, firstLines);
  }

  async function stop(): Promise<void> {
    isStopping = true;
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGINT');
      const killTimer = setTimeout(() => child.kill('SIGQUIT'), stopTimeoutMs);
      await exited.finally(() => clearTimeout(killTimer));
    }
    await exited;
  }

  await waitUntilReady();
  return { stop };
}

function explainFailure(folder: string, code: number | null, lines: string[]): Error {
  if (code === 126 || code === 127) {
    return new Error(`${unsupportedPlatformMessage()} (${lines.join(' ')}): set DATABASE_URL to use your own`);
  }
  const text = lines.join('\n');
  if (code === busyExitCode || /lock file ".*" already exists|pre-existing shared memory block/.test(text)) {
    return new FolderBusyError(text);
  }
  const problem = lines
    .filter((line) => /FATAL|PANIC|DETAIL/.test(line))
    .map((line) => line.replace(/^.*\[\d+\] /, ''));
  return new Error(`PostgreSQL did not start in ${folder}: ${problem.join(' ') || lines.at(-1) || `code ${code}`}`);
}
