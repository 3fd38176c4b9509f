import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const routesFolder = join(import.meta.dirname, '../src/app/web');
const lazyScreen = /\blazyScreen\(\s*(async \(\) =>\s*\(await import\('([^']+)'\)\)\.\w+),?\s*\)/g;
const screensModule = 'virtual:lazy-screens';

interface LazyScreen {
  /** The route table that lists the screen. */
  table: string;
  load: string;
  specifier: string;
}

function listLazyScreens(): LazyScreen[] {
  const tables = globSync('*routes.ts', { cwd: routesFolder }).toSorted();
  return tables.flatMap((name) => {
    const table = join(routesFolder, name);
    const matches = readFileSync(table, 'utf8').matchAll(lazyScreen);
    return [...matches].map(([, load = '', specifier = '']) => ({ table, load, specifier }));
  });
}

/** Moves the imports of lazy screens from the route tables to one chunk, which is loaded with the first of them. */
export function moveLazyScreens(): Plugin {
  let screens: LazyScreen[] = [];
  return {
    name: 'halocline:lazy-screens',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      screens = listLazyScreens();
    },
    resolveId: (id) => (id === screensModule ? `\0${screensModule}` : null),
    async load(id) {
      if (id !== `\0${screensModule}`) return null;
      const loads = screens.map(async ({ table, load, specifier }) => {
        const resolved = await this.resolve(specifier, table);
        return load.replace(`'${specifier}'`, JSON.stringify(resolved?.id ?? specifier));
      });
      return `export const screens = [${(await Promise.all(loads)).join(',\n')}];`;
    },
    transform(code, id) {
      const first = screens.findIndex(({ table }) => table === id);
      if (first === -1) return null;
      let index = first;
      const moved = code.replaceAll(lazyScreen, () => `loadLazyScreen(${index++})`);
      if (/\blazyScreen\(/.test(moved)) this.error('lazyScreen() takes `async () => (await import(…)).Screen` only');
      // A function declaration is hoisted: the table above calls it while the module is evaluated.
      return `${moved}
function loadLazyScreen(index) { return async () => (await import('${screensModule}')).screens[index](); }`;
    },
  };
}
