import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listCompiledStatements, type CompiledStatement } from '#platform/server/db/query.ts';

const root = join(import.meta.dirname, '../../..');

/** All statements of the product, with the paths of their files. Test files that ran before may have defined others. */
export async function listStatements(): Promise<CompiledStatement[]> {
  const files = globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] });
  const definesQueries = (file: string) => /db\/(raw-)?query\.ts'/.test(readFileSync(join(root, file), 'utf8'));
  await Promise.all(files.filter(definesQueries).map((file) => import(join(root, file))));
  return listCompiledStatements()
    .map((statement) => ({ ...statement, file: toPath(statement.file) }))
    .filter(({ file }) => files.includes(file));
}

function toPath(file: string): string {
  return relative(root, file.startsWith('file:') ? fileURLToPath(file) : file);
}
