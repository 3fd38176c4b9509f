import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const webFolder = join(root, 'dist/web');
const stampName = '.built-from';

/** Builds the web if anything it is made of has changed since it was last built. */
export async function buildWeb(): Promise<void> {
  const fingerprint = fingerprintSources();
  if (isBuiltFrom(fingerprint)) return;
  const { build } = await import('vite');
  // It appears under its name when it is complete: another process may serve, or build, at the same moment.
  const fresh = join(root, `dist/.web-${process.pid}`);
  const former = `${fresh}-former`;
  // The web is always the one people get, whatever this process is for: React reads NODE_ENV when it is bundled.
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await build({ root, logLevel: 'warn', build: { outDir: fresh, emptyOutDir: true } });
    writeFileSync(join(fresh, stampName), fingerprint);
    if (isBuiltFrom(fingerprint)) return;
    if (existsSync(webFolder)) renameSync(webFolder, former);
    renameSync(fresh, webFolder);
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
    for (const folder of [fresh, former]) rmSync(folder, { recursive: true, force: true });
  }
}

function isBuiltFrom(fingerprint: string): boolean {
  const stamp = join(webFolder, stampName);
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
