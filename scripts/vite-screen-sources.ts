import { join } from 'node:path';
import type { Plugin } from 'vite';

const routeTable = /\/src\/app\/web\/[\w-]*routes\.ts$/;
const screen = /\bscreen: async \(\) =>\s*\(await import\('([^']+)'\)\)/g;

/** Adds the source file of each screen to the route tables, so the server can list the files that a page loads. */
export function addScreenSources(): Plugin {
  return {
    name: 'halocline:screen-sources',
    enforce: 'pre',
    transform(code, id) {
      if (!routeTable.test(id)) return null;
      return code.replaceAll(screen, (found, specifier: string) => {
        const source = specifier.startsWith('#') ? `src/${specifier.slice(1)}` : join('src/app/web', specifier);
        return `source: ${JSON.stringify(source)}, ${found}`;
      });
    },
  };
}
