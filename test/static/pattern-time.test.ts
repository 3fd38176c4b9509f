import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseSync, Visitor } from 'vite';
import { getCountries } from '#features/account/server/profile/countries-data.ts';
import { findSlowLoop } from './pattern-time.ts';

/** Slow patterns, and patterns that are made at run time. Each reads no text of people, or only a short part of one. */
const exceptions: Record<string, string> = {
  'platform/server/config/env.ts': 'names of settings',
  'platform/server/backup/backup-target.ts': 'a setting',
  'platform/server/postgres/data-folder-lock.ts': 'a file of the operating system',
  'platform/server/postgres/process.ts': 'messages of PostgreSQL',
  'platform/server/db/migrate.ts': 'migrations',
  'platform/server/documents/pdf-to-unicode.ts': 'PDFs that Typst wrote',
  'platform/server/documents/typst-pdf.ts': 'PDFs that Typst wrote',
  'platform/server/documents/pdf-names.ts': 'uploaded PDFs, in a process with a time limit',
  'platform/server/files/file-key.ts': 'keys that the server makes',
  'platform/web/sync/record-database.ts': 'keys that the page makes',
  'platform/web/sync/draft-cleanup.ts': 'keys that the page makes',
  'app/server/web-page.ts': 'the built page',
  'features/identity/shared/email-contract.ts': 'a counted number of digits',
  'features/account/server/profile/countries-data.ts': 'postal codes, checked below',
  'features/learning/server/content/': 'course content from the repository',
  'features/learning/web/questions/number-control.tsx': 'a formatted number',
  'features/logbook/shared/dive-files/local-time.ts': 'at most 60 characters',
  'features/logbook/shared/dive-files/coordinates.ts': 'at most 120 characters',
  'features/logbook/shared/dive-files/csv/csv-values.ts': 'at most 60 characters',
  'features/logbook/shared/dive-files/csv/csv-mapping.ts': 'at most 100 characters of a column header',
  'features/logbook/shared/dive-files/csv/csv-table.ts': 'matches only at its start, and without a second loop',
};
const files = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.test\.|testing|^src\/demo\//.test(file));
const found = files.flatMap(listPatterns);
const isException = (file: string) => Object.keys(exceptions).some((name) => file.startsWith(`src/${name}`));

/** The regular expressions of a file; `pattern` is null if it is made at run time. */
function listPatterns(file: string): { file: string; text: string; pattern: RegExp | null }[] {
  const source = readFileSync(file, 'utf8');
  const patterns: ReturnType<typeof listPatterns> = [];
  new Visitor({
    Literal(node) {
      if ('regex' in node)
        patterns.push({ file, text: source.slice(node.start, node.end), pattern: node.value as RegExp });
    },
    NewExpression({ callee, start, end }) {
      if (callee.type === 'Identifier' && callee.name === 'RegExp')
        patterns.push({ file, text: source.slice(start, end), pattern: null });
    },
  }).visit(parseSync(file, source).program);
  return patterns;
}

describe('findSlowLoop', () => {
  it.each([
    /\s+$/,
    /[a-z][a-z\d+.-]*:\/\//i,
    /(?=.*x)a/,
    /^\d*\d*x/,
    /^.*a.*b/,
    /^(?:a+)+x/,
    /^(a|a)*$/,
    /^(a*b?)*x/,
    /^(?:a*b*){1,10}c/,
    /(\w+\s?)*$/,
    /^\S+@\S+\.\S+$/,
    /[\p{L}.]+\u3002/u,
  ])('finds %s', (pattern) => expect(findSlowLoop(pattern)).not.toBeNull());

  it.each([
    /\s+/,
    /^\s+$/,
    /\s$/,
    /^[a-z]+(?:-[a-z]+)*$/,
    /(?<![\w-])[\w-]+\./,
    /\[(?<name>[^\][]*)\]/,
    /[a-z\d]:\/\/|(?<!\p{L})www\./iu,
    /^(?!\.)(?!.*\.\.)[\w.]*\w@(?:\w[\w-]*\.)+[a-z]{2,}$/i,
    /\s*/y,
  ])('accepts %s', (pattern) => expect(findSlowLoop(pattern)).toBeNull());
});

describe('every pattern in the source', () => {
  it('is read', () => expect(found.length).toBeGreaterThan(450));

  it('takes a time that grows no faster than its text, unless people can’t reach it', () => {
    const slow = found
      .filter(({ file }) => !isException(file))
      .map(({ file, text, pattern }) => ({
        at: `${file}: ${text}`,
        problem: pattern === null ? 'is made at run time' : findSlowLoop(pattern),
      }));
    expect(slow.filter(({ problem }) => problem !== null)).toEqual([]);
  });

  it('needs the exceptions above', () => {
    const isNeeded = ({ pattern }: (typeof found)[number]) => pattern === null || findSlowLoop(pattern) !== null;
    const needed = found.filter(isNeeded).map(({ file }) => file);
    expect(Object.keys(exceptions).filter((name) => !needed.some((file) => file.startsWith(`src/${name}`)))).toEqual(
      [],
    );
  });

  it('is fast for the postal codes of all countries', () => {
    const patterns = [...getCountries().values()].flatMap(({ postalCode }) => postalCode ?? []);
    expect(patterns.length).toBeGreaterThan(100);
    expect(patterns.filter((pattern) => findSlowLoop(pattern) !== null)).toEqual([]);
  });
});
