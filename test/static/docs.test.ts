import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const documents = globSync(['*.md', 'docs/**/*.md', 'content/README.md'], { cwd: root });
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Paths in backticks, such as `src/app/web/routes.ts`; placeholders and patterns are skipped. */
function listPaths(text: string): string[] {
  return [...text.matchAll(/`((?:src|test|scripts|content|docs|migrations|brand)\/[^`\s]*)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !/[<*{…]/.test(path));
}

describe('documents', () => {
  it('name only files that exist', () => {
    const named = documents.flatMap((file) => listPaths(read(file)).map((path) => ({ file, path })));
    expect(named.length).toBeGreaterThan(50);
    expect(
      named.filter(({ path }) => !existsSync(join(root, path))).map(({ file, path }) => `${file}: ${path}`),
    ).toEqual([]);
  });

  it('link only to files that exist', () => {
    // content/README.md shows links as examples.
    const written = documents.filter((file) => file !== 'content/README.md');
    const links = written.flatMap((file) =>
      [...read(file).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) => ({ file, path })),
    );
    expect(links.length).toBeGreaterThan(5);
    const isThere = ({ file, path }: { file: string; path: string }) => existsSync(join(root, dirname(file), path));
    expect(links.filter((link) => !isThere(link)).map(({ file, path }) => `${file}: ${path}`)).toEqual([]);
  });
});
