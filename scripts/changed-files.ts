import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const isTest = (file: string) => /\.test\.tsx?$/.test(file) && !file.endsWith('.slow.test.ts');

/** Files that differ from `main`, uncommitted ones first. Deleted files are left out. */
export function listChangedFiles(): string[] {
  const base = git('merge-base', 'main', 'HEAD')[0] ?? 'HEAD';
  const changed = new Set([
    ...git('diff', '--name-only', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
    ...git('diff', '--name-only', base),
  ]);
  return [...changed].filter((file) => existsSync(join(root, file)));
}

/** More files than this take longer than a minute. */
const maxTests = 20;

/**
 * Changed tests, tests named after a changed file, tests beside one, then tests beside the files that import one. Vitest's
 * `--changed` follows all imports, and every API test imports the whole server, so it would select nearly all of them.
 */
export function listChangedTests(changed: readonly string[]): string[] {
  const sources = globSync('{src,test,scripts}/**/*.{ts,tsx}', { cwd: root });
  const tests = sources.filter(isTest);
  const changedSet = new Set(changed);
  // Composition imports everything, and its tests are those of the whole server.
  const importers = sources.filter(
    (file) => !file.startsWith('src/app/') && listImports(file).some((path) => changedSet.has(path)),
  );
  const selectTests = (files: readonly string[], key: (file: string) => string) =>
    files.flatMap((file) => tests.filter((test) => key(test) === key(file)));
  const selected = new Set([
    ...changed.filter(isTest),
    ...selectTests(changed, getNameBeforeDot),
    ...selectTests(changed, dirname),
    ...selectTests(importers, dirname),
  ]);
  return [...selected].slice(0, maxTests);
}

/** `src/a/draft` for `src/a/draft.ts` and for its tests. */
const getNameBeforeDot = (file: string) => file.replace(/\.(?:[\w-]+\.)*tsx?$/, '');

function listImports(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([.#][^']+)'/g)].map(([, path = '']) =>
    path.startsWith('#test/')
      ? path.slice(1)
      : path.startsWith('#')
        ? join('src', path.slice(1))
        : join(dirname(file), path),
  );
}

function git(...args: string[]): string[] {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .filter(Boolean);
  } catch {
    // A checkout without `main` is compared with its last commit.
    return [];
  }
}
