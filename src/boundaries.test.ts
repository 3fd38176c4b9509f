import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findSides } from './app/side-checks.ts';

const root = import.meta.dirname;
const files = globSync('**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.includes('.test.'));

/** Which room of the house a file stands in: `platform/server`, `features/logbook/web`, `ui`, `app`. */
function roomOf(file: string): string {
  const parts = file.split('/');
  if (parts[0] === 'platform') return `platform/${parts[1]}`;
  if (parts[0] === 'features') return `features/${parts[1]}/${parts[2]}`;
  return parts.length === 1 ? 'top' : (parts[0] ?? '');
}

/** Who may import whom, as docs/ARCHITECTURE.md has it. A new feature is guarded at birth. */
function mayImport(from: string, to: string): boolean {
  const source = roomOf(from);
  const target = roomOf(to);
  if (source === target) return true;
  if (source === 'top') return target === 'app' || target.startsWith('platform/server');
  if (source === 'app') return target !== 'top';
  if (source === 'platform/shared' || source === 'ui') return false;
  if (source === 'platform/testing') return target.startsWith('platform/');
  if (source.startsWith('platform/')) return target === 'platform/shared';
  const [, feature, room] = source.split('/');
  const [, otherFeature, otherRoom] = target.split('/');
  if (target === 'platform/shared') return true;
  if (target.startsWith('features/') && otherRoom === 'shared') return true;
  if (from.endsWith('/testing.ts') && target === 'platform/testing') return true;
  if (room === 'server') {
    if (target === 'platform/server') return true;
    return (
      target.startsWith('features/') &&
      otherRoom === 'server' &&
      (otherFeature === feature || to.endsWith('/server/public.ts'))
    );
  }
  return room === 'web' && (target === 'platform/web' || target === 'ui');
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path = '']) =>
    normalize(join(dirname(file), path)),
  );
}

const featureOf = (file: string) => /^features\/([^/]+)\//.exec(file)?.[1];
const edges = files.flatMap((file) => importsOf(file).map((target) => ({ file, target })));

describe('the house', () => {
  it('has files to guard', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(edges.length).toBeGreaterThan(200);
  });

  it('lets nothing import across a wall', () => {
    const wrong = edges
      .filter(({ target }) => !target.startsWith('..'))
      .filter(({ file, target }) => !mayImport(file, target));
    expect(wrong.map(({ file, target }) => `${file} → ${target}`)).toEqual([]);
  });

  it('has no cycle between features', () => {
    const leans = new Map<string, Set<string>>();
    for (const { file, target } of edges) {
      const [from, to] = [featureOf(file), featureOf(target)];
      if (from && to && from !== to) leans.set(from, (leans.get(from) ?? new Set()).add(to));
    }
    const reaches = (from: string, goal: string, seen = new Set<string>()): boolean =>
      [...(leans.get(from) ?? [])].some(
        (next) => next === goal || (!seen.has(next) && reaches(next, goal, seen.add(next))),
      );
    expect([...leans.keys()].filter((feature) => reaches(feature, feature))).toEqual([]);
  });

  it('has no barrels: no file only passes on what others export', () => {
    // public.ts is the one door of a feature's server, and says what may be taken through it.
    const barrels = files
      .filter((file) => !file.endsWith('/server/public.ts'))
      .filter((file) => {
        const code = readFileSync(join(root, file), 'utf8')
          .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
          .trim();
        return (
          code !== '' &&
          code.split(';').every((line) => line.trim() === '' || /^export (type )?(\*|\{[^}]*\}) from/.test(line.trim()))
        );
      });
    expect(barrels).toEqual([]);
  });

  it('writes only logical properties, so that right-to-left is a mirror', () => {
    const drawn = files.filter((file) => /^(ui|app|platform\/web|features\/\w+\/web)\//.test(file));
    const styled = [...globSync('**/*.css', { cwd: root }), ...drawn.filter((file) => !file.endsWith('-checks.ts'))];
    expect(styled.filter((file) => file.endsWith('.css')).length).toBeGreaterThan(5);
    expect(styled.flatMap((file) => findSides(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });

  it.each([
    ['a.css', '.a { margin-left: 1px }', 'margin-left:'],
    ['a.css', '.a {\n  scroll-margin-right: 1px }', 'scroll-margin-right:'],
    ['a.css', '.a { border-left-color: red }', 'border-left-color:'],
    ['a.css', '.a { border-top-left-radius: 1px }', 'border-top-left-radius:'],
    ['a.css', '.a { left: 0 }', 'left:'],
    ['a.css', '.a { text-align: right }', 'text-align: right'],
    ['a.css', '.a { float: left }', 'float: left'],
    ['a.css', '.a { clear: right }', 'clear: right'],
    ['a.css', '.a { background-position: left top }', 'background-position: left'],
    ['a.css', '.a { background: linear-gradient(to right, red, blue) }', 'to right'],
    ['a.css', '.a { transform: translateX(8px) }', 'translateX(8px)'],
    ['a.css', '.a { translate: 8px 0 }', 'translate: 8px 0'],
    ['a.css', '.a { padding: 0 8px 0 0 }', 'padding: 0 8px 0 0'],
    ['a.css', '.a { inset: 0 0 auto 4px; }', 'inset: 0 0 auto 4px'],
    ['a.css', '.a { border-radius: 0 8px 8px 0 }', 'border-radius: 0 8px 8px 0'],
    ['a.css', '.a { background: linear-gradient(90deg, red, blue) }', 'linear-gradient(90deg'],
    ['a.tsx', '<p style={{ marginLeft: 4 }} />', 'marginLeft:'],
    ['a.tsx', '<p style={{ top: 0, left: 4 }} />', 'left:'],
    ['a.tsx', '<p className="mt-2 ml-4" />', 'ml-4'],
    ['a.tsx', '<p className="md:text-left" />', 'text-left'],
    ['a.tsx', '<p className="-left-1 rounded-l" />', 'left-1'],
    ['a.tsx', '<p className="-translate-x-2" />', 'translate-x-2'],
    ['a.ts', "export const box = 'ms-2 pl-4';", 'pl-4'],
  ])('sees in %s the side in %s', (file, source, side) => {
    expect(findSides(file, source).join()).toContain(side);
  });

  it('lets pass what turns with the language, and words that only sound like a side', () => {
    const style = '.time-left { margin-inline: 1px; translate: calc(8px * var(--flow)); translate: 0 4px }';
    expect(findSides('a.css', style)).toEqual([]);
    expect(findSides('a.css', '.a { padding: 1px 8px 2px 8px; border-radius: 8px 8px 0 0; inset: 0 4px }')).toEqual([]);
    expect(findSides('a.tsx', '<p className="ms-2 match-right" values={{ left: 1 }} />')).toEqual([]);
  });

  it('gives no name to two things: what one area styles by its class alone, no other does', () => {
    // Styles stay on the page with the first screen that brings them. These are one thing, or never meet.
    const isOneThing = /^(detail|detail-body|frame|review)$/;
    const byClass = new Map<string, Set<string>>();
    for (const file of globSync('features/*/web/**/*.css', { cwd: root })) {
      const css = readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
      for (const [, name = ''] of css.matchAll(/[{};,]\s*\.([a-z][\w-]*)\s*(?=[,{>])/g))
        byClass.set(name, (byClass.get(name) ?? new Set()).add(featureOf(file) ?? ''));
    }
    expect(byClass.size).toBeGreaterThan(100);
    expect([...byClass].filter(([name, areas]) => areas.size > 1 && !isOneThing.test(name))).toEqual([]);
  });
});
