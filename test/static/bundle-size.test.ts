import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { locales } from '#platform/shared/locale.ts';
import { buildWeb } from '#app/server/build-web.ts';
import { listRouteFeatures } from './route-message-checks.ts';
import { routes } from '#app/web/routes.ts';
import { webFolder } from '#app/server/web-page.ts';
import { workRoutes } from '#app/web/work-routes.ts';

interface Chunk {
  file: string;
  name?: string;
  src?: string;
  imports?: string[];
  css?: string[];
}

const kilobyte = 1000;
let manifest: Record<string, Chunk> = {};

/** Files that are both an entry and imported by others may be listed by name only. */
const sharedChunk = (source: string) =>
  Object.values(manifest).find(({ src, name }) => src === undefined && name === basename(source, '.tsx'));

/** All files a screen needs before it can be shown: the entry, the screen, its messages and their imports. */
function filesOf(...sources: string[]): { js: Set<string>; css: Set<string> } {
  const js = new Set<string>();
  const css = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key] ?? sharedChunk(key);
    if (chunk === undefined) throw new Error(`${key} is not in the build`);
    if (js.has(chunk.file)) return;
    js.add(chunk.file);
    for (const style of chunk.css ?? []) css.add(style);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const source of sources) visit(source);
  return { js, css };
}

const gzipped = new Map<string, number>();

function gzippedBytesOf(file: string): number {
  const known = gzipped.get(file);
  if (known !== undefined) return known;
  const bytes = gzipSync(readFileSync(join(webFolder, file)), { level: 9 }).length;
  gzipped.set(file, bytes);
  return bytes;
}

function gzippedBytes(files: Set<string>): number {
  return [...files].reduce((sum, file) => sum + gzippedBytesOf(file), 0);
}

beforeAll(async () => {
  await buildWeb();
  manifest = JSON.parse(readFileSync(join(webFolder, '.vite/manifest.json'), 'utf8')) as typeof manifest;
}, 120_000);

describe('the first screen after sign-in', () => {
  it.each(locales)('weighs at most 135 KB of JavaScript and 24 KB of CSS in %s, gzipped', (locale) => {
    const { js, css } = filesOf(
      'index.html',
      'src/features/learning/web/dashboard/dashboard-screen.tsx',
      `src/app/web/shell/messages/${locale}.json`,
    );
    expect(gzippedBytes(js)).toBeLessThanOrEqual(135 * kilobyte);
    expect(gzippedBytes(css)).toBeLessThanOrEqual(24 * kilobyte);
  });

  it('weighs at most 186 KB of JavaScript with the files it loads next', () => {
    const { js } = filesOf(
      'index.html',
      'src/features/learning/web/dashboard/dashboard-screen.tsx',
      'src/features/learning/web/dashboard/dashboard-body.tsx',
      'src/features/learning/shared/messages/en-US.json',
      'src/app/web/shell/messages/en-US.json',
    );
    expect(gzippedBytes(js)).toBeLessThanOrEqual(186 * kilobyte);
  });
});

describe('the sign-in page', () => {
  it('weighs at most 160 KB of JavaScript, gzipped', () => {
    const { js } = filesOf(
      'index.html',
      'src/features/identity/web/sign-in/interaction-screen.tsx',
      'src/app/web/with-queries.tsx',
      'src/features/identity/shared/messages/en-US.json',
      'src/app/web/shell/messages/en-US.json',
    );
    expect(gzippedBytes(js)).toBeLessThanOrEqual(160 * kilobyte);
  });
});

describe('the player of a course', () => {
  it('weighs at most 62 KB of JavaScript beyond the first screen, gzipped', () => {
    const first = filesOf('index.html', 'src/app/web/shell/messages/en-US.json').js;
    const { js } = filesOf(
      'index.html',
      'src/features/learning/web/player/player-screen.tsx',
      'src/app/web/with-queries.tsx',
    );
    expect(gzippedBytes(js.difference(first))).toBeLessThanOrEqual(62 * kilobyte);
  });
});

describe('changing the language', () => {
  const rows = [...routes, ...workRoutes].filter(({ screen }) => screen !== undefined);
  const opened = new Set(rows.map((row) => ['shell', ...listRouteFeatures(row)].toSorted().join(' ')));

  it.each(locales)('loads at most 56 KB on any page in %s, gzipped', (locale) => {
    expect(opened.size).toBeGreaterThan(20);
    const sizeOf = (feature: string) =>
      gzippedBytes(
        filesOf(
          feature === 'shell'
            ? `src/app/web/shell/messages/${locale}.json`
            : `src/features/${feature}/shared/messages/${locale}.json`,
        ).js,
      );
    const sizes = [...opened].map((features) => ({
      features,
      bytes: features.split(' ').reduce((sum, feature) => sum + sizeOf(feature), 0),
    }));
    expect(sizes.filter(({ bytes }) => bytes > 56 * kilobyte)).toEqual([]);
  });
});
