import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { publishBuild } from './web/publish-build.ts';

const root = join(import.meta.dirname, '../../..');
const distFolder = join(root, 'dist');
/** A link to the current build. */
const webFolder = join(distFolder, 'web');
const buildStampFileName = '.built-from';

/** Builds the web app if any of its sources changed since the last build. */
export async function buildWeb(): Promise<void> {
  const fingerprint = fingerprintSources();
  if (isBuildCurrent(fingerprint)) return;
  // The build is published when complete, because another process may be building.
  const fresh = join(distFolder, `.web-${process.pid}`);
  const freshServer = `${fresh}-server`;
  try {
    const options = ['--logLevel', 'warn', '--emptyOutDir'];
    await Promise.all([
      runVite('build', ...options, '--outDir', fresh),
      runVite('build', ...options, '--ssr', 'src/app/web/render-page.tsx', '--outDir', freshServer),
    ]);
    renameSync(freshServer, join(fresh, 'server'));
    writeFileSync(join(fresh, buildStampFileName), fingerprint);
    if (!isBuildCurrent(fingerprint)) publishBuild(distFolder, fresh, fingerprint.slice(0, 16));
  } finally {
    for (const folder of [fresh, freshServer]) rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs Vite in a child process to free its memory afterwards, always as a production build. */
async function runVite(...parameters: string[]): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const env = { ...process.env, NODE_ENV: 'production' };
  await promisify(execFile)(process.execPath, [vite, ...parameters], { cwd: root, env, maxBuffer: 64 * 1024 * 1024 });
}

function isBuildCurrent(fingerprint: string): boolean {
  const stamp = join(webFolder, buildStampFileName);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint;
}

function fingerprintSources(): string {
  const hash = createHash('sha256');
  const sources = ['index.html', 'vite.config.ts', 'scripts/vite-*.ts', 'src/**/*.{ts,tsx,css,json,svg}'];
  const files = globSync([...sources, 'package-lock.json'], { cwd: root });
  for (const file of files.filter((name) => !/\.test\.tsx?$|\/server\//.test(name)).toSorted()) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}
