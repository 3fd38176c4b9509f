import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** Imports all modules that define queries, which compiles their statements. */
export async function importQueries(): Promise<void> {
  const files = globSync('src/**/{server,demo}/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] });
  const definesQueries = (file: string) => /db\/(raw-)?query\.ts'/.test(readFileSync(join(root, file), 'utf8'));
  await Promise.all(files.filter(definesQueries).map((file) => import(join(root, file))));
}
