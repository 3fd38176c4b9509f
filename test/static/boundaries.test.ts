import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { resolveImport } from './code-graph.ts';
import { findPhysicalDirections } from './physical-direction-checks.ts';

const root = join(import.meta.dirname, '../../src');
const files = globSync('**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.includes('.test.'));

/** The part of the source a file belongs to: `platform/server`, `features/logbook/web`, `ui`, `app/web`. */
function getLayer(file: string): string {
  const [first = '', second = '', third = ''] = file.split('/');
  if (first === 'features') return `features/${second}/${third}`;
  if (first === 'platform' || first === 'app') return `${first}/${second}`;
  if (first === 'domain') return second === 'web' ? 'domain/web' : 'domain';
  return first;
}

/** Layers that each layer may import, besides itself; docs/ARCHITECTURE.md has the same table. */
const allowedImports: Record<string, readonly string[]> = {
  'main.ts': ['app/server', 'platform/server'],
  'app/shared': ['platform/shared', 'domain', 'features/*/shared'],
  'app/server': [
    'app/shared',
    'demo',
    'domain',
    'platform/shared',
    'platform/server',
    'features/*/shared',
    'features/*/server',
  ],
  'app/web': [
    'app/shared',
    'domain',
    'domain/web',
    'platform/shared',
    'platform/web',
    'ui',
    'features/*/shared',
    'features/*/web',
  ],
  demo: ['domain', 'platform/shared', 'platform/server', 'features/*/shared', 'features/*/server'],
  domain: ['platform/shared'],
  'domain/web': ['domain', 'platform/shared', 'platform/web'],
  'platform/shared': ['domain'],
  'platform/server': ['domain', 'platform/shared'],
  'platform/web': ['domain', 'platform/shared', 'ui'],
  'platform/testing': ['domain', 'platform/shared', 'platform/server', 'platform/web'],
  ui: [],
  'features/*/shared': ['domain', 'platform/shared', 'features/*/shared'],
  'features/*/server': ['domain', 'platform/shared', 'platform/server', 'features/*/shared'],
  'features/*/web': ['domain', 'domain/web', 'platform/shared', 'platform/web', 'ui', 'features/*/shared'],
};
const toKind = (layer: string) => layer.replace(/^features\/[^/]+/, 'features/*');

function mayImport(from: string, to: string): boolean {
  const source = getLayer(from);
  const target = getLayer(to);
  if (source === target) return true;
  if (from.endsWith('testing.ts') && target === 'platform/testing') return true;
  if (allowedImports[toKind(source)]?.includes(toKind(target))) return true;
  // Another feature's server is reached through its public.ts alone.
  return toKind(source) === 'features/*/server' && /^features\/[^/]+\/server\/public\.ts$/.test(to);
}

function listImports(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([.#][^']+)'/g)].map(([, path = '']) => resolveImport(file, path));
}

/** Files that a file loads at run time: type-only imports are erased, and `import()` loads later. */
function listRuntimeImports(file: string): string[] {
  const isType = (node: object) =>
    ('importKind' in node && node.importKind === 'type') || ('exportKind' in node && node.exportKind === 'type');
  return parseSync(file, readFileSync(join(root, file), 'utf8')).program.body.flatMap((node) => {
    if (!('source' in node) || node.source === null || isType(node)) return [];
    const specifiers = 'specifiers' in node ? node.specifiers : [];
    if (specifiers.length > 0 && specifiers.every(isType)) return [];
    return /^[.#]/.test(node.source.value) ? [resolveImport(file, node.source.value)] : [];
  });
}

/** Groups of files that import each other in a circle. */
function findCycles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string): number => {
    order.set(file, order.size);
    lowest.set(file, order.size - 1);
    stack.push(file);
    for (const next of imports.get(file) ?? []) {
      if (order.has(next) && !stack.includes(next)) continue;
      lowest.set(file, Math.min(lowest.get(file) ?? 0, order.get(next) ?? visit(next)));
    }
    const low = lowest.get(file) ?? 0;
    if (low === order.get(file)) {
      const group = stack.splice(stack.indexOf(file));
      if (group.length > 1) cycles.push(group);
    }
    return low;
  };
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return cycles;
}

const getFeature = (file: string) => /^features\/([^/]+)\//.exec(file)?.[1];
const edges = files.flatMap((file) => listImports(file).map((target) => ({ file, target })));

describe('boundaries', () => {
  it('are checked in the whole source', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(edges.length).toBeGreaterThan(5_000);
  });

  it('let each layer import only what its row allows', () => {
    const wrong = edges
      .filter(({ target }) => !target.startsWith('..') && !target.endsWith('.css'))
      .filter(({ file, target }) => !mayImport(file, target));
    expect(wrong.map(({ file, target }) => `${file} → ${target}`)).toEqual([]);
  });

  it('keep folders small enough to find a file in', () => {
    const counts = new Map<string, number>();
    for (const file of globSync('{src,test}/**/*.*', { cwd: join(root, '..') }))
      counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > 40).map(([folder, count]) => `${folder}: ${count}`)).toEqual([]);
  });

  it('keep diving out of the component kit', () => {
    // Drawings are pictures, the theme has the colors of all components, and the gallery shows them all.
    const kit = globSync('ui/**/*.{ts,tsx,css}', { cwd: root }).filter(
      (file) => !/^ui\/(dive|drawings|gallery|styles)\//.test(file),
    );
    expect(kit.length).toBeGreaterThan(60);
    const findDiving = (source: string) => /\b(e-?cards?|div(e|es|er|ers|ing)|certifications?|logbook)\b/i.exec(source);
    expect(kit.filter((file) => findDiving(readFileSync(join(root, file), 'utf8')))).toEqual([]);
    expect(findDiving("import '#ui/dive/ecard.css';")?.[0]).toBe('dive');
  });

  it('have no cycle of files at run time', () => {
    expect(findCycles(new Map(files.map((file) => [file, listRuntimeImports(file)])))).toEqual([]);
    expect(
      findCycles(
        new Map([
          ['a', ['b']],
          ['b', ['c', 'd']],
          ['c', ['a']],
          ['d', []],
        ]),
      ),
    ).toEqual([['a', 'b', 'c']]);
  });

  it('have no cycle between features', () => {
    const leans = new Map<string, Set<string>>();
    for (const { file, target } of edges) {
      const [from, to] = [getFeature(file), getFeature(target)];
      if (from && to && from !== to) leans.set(from, (leans.get(from) ?? new Set()).add(to));
    }
    const reaches = (from: string, goal: string, seen = new Set<string>()): boolean =>
      [...(leans.get(from) ?? [])].some(
        (next) => next === goal || (!seen.has(next) && reaches(next, goal, seen.add(next))),
      );
    expect([...leans.keys()].filter((feature) => reaches(feature, feature))).toEqual([]);
  });

  it('have no barrel files', () => {
    // public.ts is the only module of a feature's server that others may import.
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

  it('use only logical properties, which right-to-left languages mirror', () => {
    const drawn = files.filter((file) => /^(ui|app|domain|platform\/web|features\/\w+\/web)\//.test(file));
    const styled = [...globSync('**/*.css', { cwd: root }), ...drawn];
    expect(styled.filter((file) => file.endsWith('.css')).length).toBeGreaterThan(5);
    expect(styled.flatMap((file) => findPhysicalDirections(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
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
    expect(findPhysicalDirections(file, source).join()).toContain(side);
  });

  it('accepts mirrored values and words that only contain left or right', () => {
    const style = '.time-left { margin-inline: 1px; translate: calc(8px * var(--flow)); translate: 0 4px }';
    expect(findPhysicalDirections('a.css', style)).toEqual([]);
    expect(
      findPhysicalDirections('a.css', '.a { padding: 1px 8px 2px 8px; border-radius: 8px 8px 0 0; inset: 0 4px }'),
    ).toEqual([]);
    expect(findPhysicalDirections('a.tsx', '<p className="ms-2 match-right" values={{ left: 1 }} />')).toEqual([]);
  });
});
