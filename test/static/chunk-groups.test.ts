import { describe, expect, it } from 'vitest';
import { mergeGroups, type ModuleGroup } from '../../scripts/vite-chunk-groups.ts';

const group = (pages: number[], modules: string[], size = 10): ModuleGroup => ({
  pages: new Set(pages),
  modules,
  size,
});
const weights = [1, 1, 1];
const noImports = () => [];

/** The modules of each file, in any order. */
function listFiles(groups: readonly ModuleGroup[]): string[] {
  return groups.map(({ modules }) => modules.toSorted().join(' ')).toSorted();
}

describe('mergeGroups', () => {
  it('leaves groups alone while no page loads too many files', () => {
    const groups = [group([0], ['a']), group([0, 1], ['b'])];
    expect(mergeGroups(groups, { weights, importsOf: noImports, maxFiles: 2 })).toEqual(groups);
  });

  it('merges those whose merger adds the least, and never the file of one page', () => {
    const groups = [
      group([0], ['own']),
      group([0, 1], ['small'], 1),
      group([0, 2], ['large'], 50),
      group([0, 1, 2], ['all']),
    ];
    expect(listFiles(mergeGroups(groups, { weights, importsOf: noImports, maxFiles: 3 }))).toEqual([
      'all small',
      'large',
      'own',
    ]);
  });

  it('spares pages with a higher weight', () => {
    const groups = [group([0, 1], ['a']), group([0, 2], ['b']), group([0, 1, 2], ['c'])];
    const merge = (pageWeights: number[]) =>
      listFiles(mergeGroups(groups, { weights: pageWeights, importsOf: noImports, maxFiles: 2 }));
    expect(merge([1, 9, 1])).toEqual(['a c', 'b']);
    expect(merge([1, 1, 9])).toEqual(['a', 'b c']);
  });

  it('counts the files that files import', () => {
    // Page 1 loads c with b.
    const groups = [group([0, 1], ['b']), group([0, 2], ['c']), group([1, 2], ['d'])];
    const importsOf = (module: string) => (module === 'b' ? ['c'] : []);
    const merged = mergeGroups(groups, { weights, importsOf, maxFiles: 2 });
    expect(merged).toHaveLength(2);
  });

  it('makes no files that import each other', () => {
    const groups = [group([0, 1], ['a']), group([0, 1, 2], ['b'], 1_000), group([0, 1], ['c'])];
    // Merging a and c would be the smallest, but b is between them.
    const importsOf = (module: string) => ({ a: ['b'], b: ['c'] })[module] ?? [];
    expect(listFiles(mergeGroups(groups, { weights, importsOf, maxFiles: 2 }))).not.toContain('a c');
  });
});
