import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { mergeGroups, type ModuleGroup } from './vite-chunk-groups.ts';

type GetModule = Rolldown.ChunkingContext['getModuleInfo'];

const source = join(import.meta.dirname, '../src');
const entry = join(source, 'app/web/main.tsx');
const mainStylesheet = join(source, 'ui/styles/styles.css');
const routerStylesheet = join(source, 'ui/styles/all-utilities.css');

/** Packages of every page. They rarely change, so browsers keep this file from one release to the next. */
const vendorPackage =
  /\/node_modules\/(react|react-dom|scheduler|react-router|@remix-run\/[\w-]+|cookie|cookie-es|set-cookie-parser|react-intl|@formatjs\/[\w-]+|intl-messageformat|@tanstack\/(react-query|query-core)|clsx)\/|rolldown\/runtime|vite\/preload-helper/;
/** What a page needs when it opens another one. */
const routerModule =
  /\/src\/app\/web\/(start-router|routes|sso-routes|guards|fill-redirect)\.ts$|\/react-router\/dist\/[\w/-]+\/router\/(router|instrumentation|matcher[\w.-]*)\.js$/;
const ariaPackage =
  /\/node_modules\/(react-aria|react-stately|react-aria-components|@react-aria|@react-stately|@internationalized)\b/;
/** Code that runs after a page is shown: live events, focus recovery. */
const backgroundEntry = /\/(watch-session|watch-notifications|subscription-client|focus-recovery)\.ts$/;
const overlay = /\/src\/ui\/overlays\/(dialog-window|drawer-panel|menu-popover|fullscreen-window)\.tsx$/;
const stylesheet = /\.css(\?|$)/;
/** A feature, or a folder of the kit or the platform. */
const folder = /\/src\/(?:features\/(\w+)|(\w+)\/([\w-]+))\//;

const frame = 'app/web/shell/shell.tsx';
/** What the pages that people open first load. `test/support/e2e/page-budgets.ts` has the same pages. */
const mainPages: readonly { weight: number; files: readonly string[] }[] = [
  {
    weight: 4,
    files: ['features/identity/web/sign-in/interaction-screen.tsx', 'features/identity/web/demo-people.tsx'],
  },
  { weight: 4, files: ['features/certifications/web/verify/verify-screen.tsx', 'app/web/shell/known-frame.tsx'] },
  { weight: 6, files: ['app/web/screens/dashboard-page.tsx', frame] },
  { weight: 1, files: ['features/logbook/web/list/logbook-screen.tsx', frame] },
  { weight: 1, files: ['features/logbook/web/dive/dive-screen.tsx', frame] },
  { weight: 1, files: ['app/web/screens/cards-page.tsx', frame] },
  { weight: 1, files: ['features/learning/web/player/player-screen.tsx', 'ui/overlays/drawer.tsx', frame] },
  { weight: 1, files: ['features/shop/web/catalogue/shop-screen.tsx', frame] },
  { weight: 1, files: ['app/web/screens/forms-page.tsx', frame] },
  { weight: 1, files: ['app/web/screens/pro-class-page.tsx', frame] },
];
/** Counted for each stylesheet that a module imports: a page loads the styles of its files too. */
const stylesheetSize = 20_000;
/** Besides the files of every page. */
const maxSharedFiles = 5;

interface ModuleGraph {
  /** What the entry imports, directly or not. */
  entry: ReadonlySet<string>;
  /** The file of each module that several main pages, or one of them and other screens, import. */
  shared: ReadonlyMap<string, string>;
  /** What overlays import. */
  overlays: ReadonlySet<string>;
  /** Modules that need a package which not every page has, directly or not. */
  heavy: ReadonlySet<string>;
  /** The dynamically imported modules whose static imports contain a module. */
  importers: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Groups modules into few files, because each file is requested on its own and small files compress badly. A screen loads
 * `vendor`, `app`, up to three files that it shares with other screens, and its own. What the main pages share is divided by
 * which of them use it, so that they load little that they don't need.
 */
export function createChunks(): Rolldown.CodeSplittingGroup[] {
  let graph: ModuleGraph | undefined;
  return [
    {
      debugName: 'chunks',
      name: (id, context) => {
        graph ??= readGraph((next) => context.getModuleInfo(next));
        return chooseChunk(id, graph);
      },
    },
  ];
}

function chooseChunk(id: string, graph: ModuleGraph): string | null {
  if (id.endsWith('index.html') || id === mainStylesheet) return 'app';
  if (routerModule.test(id) || id === routerStylesheet) return 'router';
  if (stylesheet.test(id)) return null;
  if (vendorPackage.test(id)) return 'vendor';
  if (graph.entry.has(id)) return 'app';
  const shared = graph.shared.get(id);
  if (shared !== undefined) return shared;
  const users = [...(graph.importers.get(id) ?? [])];
  if (users.every((user) => backgroundEntry.test(user))) return 'background';
  if (users.length < 2) return null;
  if (ariaPackage.test(id)) return graph.overlays.has(id) ? 'overlays' : 'fields';
  if (graph.heavy.has(id)) return overlay.test(id) ? 'overlays' : null;
  if (id.includes('/node_modules/') && !/\/idb\//.test(id)) return null;
  const [, ...names] = folder.exec(id) ?? [];
  return names.length === 0 ? null : names.filter((name) => name !== undefined).join('-');
}

function readGraph(getModule: GetModule): ModuleGraph {
  const listStatic = (...starts: string[]): Set<string> => {
    const found = new Set<string>();
    const visit = (id: string): void => {
      if (found.has(id)) return;
      found.add(id);
      if (vendorPackage.test(id)) return;
      for (const next of getModule(id)?.importedIds ?? []) visit(next);
    };
    for (const start of starts) visit(start);
    return found;
  };
  const isLight = (id: string) =>
    !id.includes('/node_modules/') || vendorPackage.test(id) || /\/node_modules\/idb\//.test(id);
  const importers = new Map<string, Set<string>>();
  const overlays = new Set<string>();
  const heavy = new Set<string>();
  const entries = new Set<string>([entry]);
  for (const start of entries) {
    for (const id of listStatic(start)) {
      for (const next of getModule(id)?.dynamicallyImportedIds ?? []) entries.add(next);
      if (start !== entry) importers.set(id, (importers.get(id) ?? new Set()).add(start));
      if (overlay.test(id) && !overlays.has(id)) for (const next of listStatic(id)) overlays.add(next);
      if (!heavy.has(id) && [...listStatic(id)].some((next) => !isLight(next))) heavy.add(id);
    }
  }
  const ofEntry = listStatic(entry);
  const pages = mainPages.map(({ files }) => listStatic(...files.map((file) => join(source, file))));
  const groups = new Map<string, ModuleGroup>();
  for (const id of importers.keys()) {
    if (ofEntry.has(id) || vendorPackage.test(id) || stylesheet.test(id)) continue;
    const usedBy = pages.flatMap((modules, page) => (modules.has(id) ? [page] : []));
    if (usedBy.length === 0) continue;
    const key = usedBy.join();
    const group = groups.get(key) ?? { pages: new Set(usedBy), modules: [], size: 0 };
    group.modules.push(id);
    group.size += measureModule(id, getModule);
    groups.set(key, group);
  }
  const shared = new Map<string, string>();
  const weights = mainPages.map(({ weight }) => weight);
  const importsOf = (id: string) => getModule(id)?.importedIds ?? [];
  mergeGroups([...groups.values()], { weights, importsOf, maxFiles: maxSharedFiles }).forEach((group, index) => {
    for (const id of group.modules) shared.set(id, `shared-${index}`);
  });
  return { entry: ofEntry, shared, overlays, heavy, importers };
}

/** In characters. */
function measureModule(id: string, getModule: GetModule): number {
  const { code, importedIds = [] } = getModule(id) ?? {};
  return (code?.length ?? 0) + stylesheetSize * importedIds.filter((next) => stylesheet.test(next)).length;
}
