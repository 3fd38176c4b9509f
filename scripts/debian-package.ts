/** Finds a command for slow tests and drills, and installs its Debian package if it is missing and may be installed. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/sbin', '/usr/local/bin'];

/** The path of the command, or null if it is not installed. */
export function findCommand(name: string): string | null {
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

/** The path of the command, or null with a line about why it is missing. Only root installs packages. */
export async function ensureCommand(name: string, debianPackage = name): Promise<string | null> {
  const found = findCommand(name);
  if (found !== null) return found;
  let reason = `install it with: apt-get install ${debianPackage}`;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    // Services of the package are not started: `invoke-rc.d` starts none in run level 1.
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    // Test files run side by side, and apt-get fails while another one runs.
    const lock = [
      '--no-fork',
      join(tmpdir(), 'halocline-apt.lock'),
      '/usr/bin/apt-get',
      '-o',
      'DPkg::Lock::Timeout=300',
    ];
    const run = async (...args: string[]) => promisify(execFile)('/usr/bin/flock', [...lock, ...args], { env });
    try {
      await run('update');
      await run('install', '-y', '--no-install-recommends', debianPackage);
    } catch (error) {
      reason = `installing ${debianPackage} failed: ${(error as Error).message.split('\n')[0]}`;
    }
  }
  const installed = findCommand(name);
  if (installed === null) reportSkipped(`${name} is missing; ${reason}`);
  return installed;
}

/** Says plainly that tests don't run on this machine. */
export function reportSkipped(reason: string): void {
  console.warn(`SKIPPED: ${reason}`);
}
