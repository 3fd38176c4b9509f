import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'vite';

const source = join(import.meta.dirname, '../src');
const mainStylesheet = join(source, 'ui/styles/styles.css');
const allComponents = "@source '../../**/*.tsx';";

export const entryFile: string = join(source, 'app/web/main.tsx');
/** Loads the utilities of all screens, and the routes of those that the server doesn't render. */
export const routerFile: string = join(source, 'app/web/start-router.ts');

/** Imports of source files. Parsing them would take a second of the first start. */
const imports =
  /^(?:import|export)\s(?!type\s)[^;']*?\sfrom\s'([.#][^']+\.tsx?)'|^import\s'([.#][^']+\.tsx?)'|\bimport\(\s*'([.#][^']+\.tsx?)'/gm;

/**
 * The main stylesheet contains the utilities that pages from the server can show, with their dialogs and the sections that
 * load later. Other screens are opened by the router, which loads the utilities of all. In development every page has all.
 */
export function narrowStyles(): Plugin {
  return {
    name: 'halocline:styles',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (id !== mainStylesheet) return null;
      if (!code.includes(allComponents)) this.error(`styles.css doesn't contain ${allComponents}`);
      const components = listReachable(entryFile, routerFile).filter((file) => file.endsWith('.tsx'));
      const sources = components.map((file) => `@source '${relative(dirname(mainStylesheet), file)}';`);
      return code.replace(allComponents, sources.join('\n'));
    },
  };
}

/** The source files that a file imports at run time, directly or not, also dynamically. */
export function listReachable(start: string, excluded?: string): string[] {
  // Iteration includes what is added on the way.
  const found = new Set([start]);
  for (const file of found) for (const next of listImports(file)) if (next !== excluded) found.add(next);
  return [...found];
}

function listImports(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(imports)].map(([, from, alone, dynamic]) => {
    const specifier = from ?? alone ?? dynamic ?? '';
    return specifier.startsWith('#') ? join(source, specifier.slice(1)) : join(dirname(file), specifier);
  });
}
