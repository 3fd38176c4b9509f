import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const stamp = join(root, 'dist/web/.built-from');

/** Builds the web if anything it is made of has changed since it was last built. */
export async function buildWeb(): Promise<void> {
  const fingerprint = fingerprintSources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return;
  const { build } = await import('vite');
  // The web is always the one people get, whatever this process is for: React reads NODE_ENV when it is bundled.
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await build({ root, logLevel: 'warn' });
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
  writeFileSync(stamp, fingerprint);
}

function fingerprintSources(): string {
  const hash = createHash('sha256');
  const files = globSync(['index.html', 'vite.config.ts', 'package-lock.json', 'src/**/*.{ts,tsx,css,json,svg}'], {
    cwd: root,
  });
  for (const file of files.filter((name) => !/\.test\.tsx?$|\/server\//.test(name)).toSorted()) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}
