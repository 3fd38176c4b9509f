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
  await build({ root, logLevel: 'warn' });
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
