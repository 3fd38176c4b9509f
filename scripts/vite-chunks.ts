import { join } from 'node:path';
import type { Rolldown } from 'vite';

type GetModule = Rolldown.ChunkingContext['getModuleInfo'];

const sourceFolder = join(import.meta.dirname, '../src');
/** The pages that people open first, with everything they load before they are complete. */
const signInPage = ['features/identity/web/sign-in/interaction-screen.tsx', 'app/web/with-queries.tsx'];
const dashboardPage = ['features/learning/web/dashboard/dashboard-body.tsx'];

/** Larger modules get a chunk of their own. */
const maxSharedCharacters = 8_000;

const ownModule = /\/src\/(ui|platform|domain|features)\/.*\.tsx?$/;
const icon = /\/lucide-react\/dist\/esm\/icons\//;
/** Packages in chunks that every page has loaded already. */
const loadedPackage =
  /\/node_modules\/(?:(?:react|react-dom|scheduler|react-router|react-intl|@formatjs|intl-messageformat|clsx|tslib|@tanstack\/react-query|@tanstack\/query-core)\/|lucide-react\/dist\/esm\/(?!icons\/))/;

/** The size of a module with the modules it imports, in characters. Infinite if it needs a package of its own. */
function measureModule(id: string, getModule: GetModule, seen = new Set<string>()): number {
  if (seen.has(id) || loadedPackage.test(id) || /\.css(\?|$)/.test(id)) return 0;
  seen.add(id);
  if (id.includes('/node_modules/') && !icon.test(id)) return Infinity;
  const found = getModule(id);
  const imported = found?.importedIds.map((next) => measureModule(next, getModule, seen)) ?? [];
  return imported.reduce((sum, size) => sum + size, found?.code?.length ?? 0);
}

/** The modules that a page loads. Packages are left out, because their index files import everything. */
function listPageModules(files: readonly string[], getModule: GetModule): Set<string> {
  const modules = new Set<string>();
  const visit = (id: string): void => {
    if (modules.has(id) || id.includes('/node_modules/')) return;
    modules.add(id);
    for (const next of getModule(id)?.importedIds ?? []) visit(next);
  };
  for (const file of files) {
    const id = join(sourceFolder, file);
    if (getModule(id) === null) throw new Error(`${file} is not in the build`);
    visit(id);
  }
  return modules;
}

/**
 * Groups for small modules that many screens share; without groups they would be dozens of files of 200 bytes. A chunk
 * of the sign-in page or the dashboard has nothing that the page doesn't need.
 */
export function createSharedChunks(): Rolldown.CodeSplittingGroup[] {
  let pages: { signIn: Set<string>; dashboard: Set<string> } | undefined;
  const sizes = new Map<string, number>();
  const group = (
    minShareCount: number,
    maxSize: number,
    chooseName: (id: string, onSignIn: boolean, onDashboard: boolean) => string | null,
  ): Rolldown.CodeSplittingGroup => ({
    test: (id) => ownModule.test(id) || icon.test(id),
    minShareCount,
    name: (id, context) => {
      const getModule: GetModule = (next) => context.getModuleInfo(next);
      pages ??= {
        signIn: listPageModules(signInPage, getModule),
        dashboard: listPageModules(dashboardPage, getModule),
      };
      const name = chooseName(id, pages.signIn.has(id), pages.dashboard.has(id));
      if (name === null) return null;
      const size = sizes.get(id) ?? measureModule(id, getModule);
      sizes.set(id, size);
      return size <= maxSize ? name : null;
    },
  });
  return [
    group(2, Number.MAX_SAFE_INTEGER, (id, onSignIn, onDashboard) => {
      if (!onSignIn) return null;
      return id.includes('/features/identity/') ? 'identity' : onDashboard ? 'common' : 'form';
    }),
    group(4, maxSharedCharacters, (_id, onSignIn, onDashboard) => (!onSignIn && onDashboard ? 'kit' : null)),
    group(18, maxSharedCharacters, (id, onSignIn, onDashboard) =>
      onSignIn || onDashboard || id.includes('/src/features/') ? null : 'shared',
    ),
    group(5, maxSharedCharacters, (id, onSignIn, onDashboard) =>
      onSignIn || onDashboard ? null : (/\/src\/features\/(\w+)\//.exec(id)?.[1] ?? null),
    ),
  ];
}
