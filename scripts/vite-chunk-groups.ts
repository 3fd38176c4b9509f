/** Modules that become one file. */
export interface ModuleGroup {
  /** The pages that import its modules, by index. */
  pages: Set<number>;
  modules: string[];
  /** In characters of source code. */
  size: number;
}

interface MergeOptions {
  /** How much a byte counts that a page loads. */
  weights: readonly number[];
  importsOf: (module: string) => readonly string[];
  /** Per page. */
  maxFiles: number;
}

type Imports = ReadonlyMap<ModuleGroup, ReadonlySet<ModuleGroup>>;

/** Merges groups until no page loads more than `maxFiles`, each time those after whose merger pages load the least. */
export function mergeGroups(groups: ModuleGroup[], { weights, importsOf, maxFiles }: MergeOptions): ModuleGroup[] {
  let merged = groups;
  let imports = listImports(groups, importsOf);
  const listFiles = (page: number, all: readonly ModuleGroup[], links: Imports) =>
    listReachable(
      all.filter(({ pages }) => pages.has(page)),
      links,
    );
  const measure = (all: readonly ModuleGroup[], links: Imports) =>
    weights.reduce((sum, weight, page) => {
      const files = listFiles(page, all, links);
      return sum + weight * [...files].reduce((bytes, { size }) => bytes + size, 0);
    }, 0);
  while (weights.some((_, page) => listFiles(page, merged, imports).size > maxFiles)) {
    let best: { groups: ModuleGroup[]; imports: Imports; bytes: number } | undefined;
    // The file of a single page stays its own.
    for (const [a, b] of listPairs(merged.filter(({ pages }) => pages.size > 1))) {
      const joined = joinGroups(a, b);
      const next = [...merged.filter((group) => group !== a && group !== b), joined];
      const links = replaceGroups(imports, [a, b], joined);
      // Files that import each other would run modules before those they depend on.
      if (listReachable([...(links.get(joined) ?? [])], links).has(joined)) continue;
      const bytes = measure(next, links);
      if (best === undefined || bytes < best.bytes) best = { groups: next, imports: links, bytes };
    }
    if (best === undefined) break;
    merged = best.groups;
    ({ imports } = best);
  }
  return merged;
}

function listImports(groups: readonly ModuleGroup[], importsOf: MergeOptions['importsOf']): Imports {
  const groupOf = new Map(groups.flatMap((group) => group.modules.map((module) => [module, group] as const)));
  return new Map(
    groups.map((group) => {
      const imported = group.modules.flatMap(importsOf).flatMap((module) => groupOf.get(module) ?? []);
      return [group, new Set(imported.filter((other) => other !== group))];
    }),
  );
}

function listReachable(starts: readonly ModuleGroup[], imports: Imports): Set<ModuleGroup> {
  // Iteration includes what is added on the way.
  const found = new Set(starts);
  for (const group of found) for (const next of imports.get(group) ?? []) found.add(next);
  return found;
}

function replaceGroups(imports: Imports, old: readonly ModuleGroup[], joined: ModuleGroup): Imports {
  const replace = (groups: Iterable<ModuleGroup>) =>
    new Set([...groups].map((group) => (old.includes(group) ? joined : group)));
  const result = new Map<ModuleGroup, Set<ModuleGroup>>();
  for (const [group, imported] of imports) if (!old.includes(group)) result.set(group, replace(imported));
  const ofJoined = replace(old.flatMap((group) => [...(imports.get(group) ?? [])]));
  ofJoined.delete(joined);
  return result.set(joined, ofJoined);
}

function listPairs(groups: readonly ModuleGroup[]): [ModuleGroup, ModuleGroup][] {
  return groups.flatMap((a, index) => groups.slice(index + 1).map((b): [ModuleGroup, ModuleGroup] => [a, b]));
}

function joinGroups(a: ModuleGroup, b: ModuleGroup): ModuleGroup {
  return { pages: a.pages.union(b.pages), modules: [...a.modules, ...b.modules], size: a.size + b.size };
}
