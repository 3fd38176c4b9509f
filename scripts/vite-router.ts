import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

/** Modules that every page needs. They import a few constants from the module that contains the router. */
const importers = /\/react-router\/dist\/[\w/-]+\/(hooks|components|dom\/lib)\.js$/;
const routerModule = /\/router\/router\.js$/;
const copySuffix = '?constants';
/** Links of React Router's framework mode, which we don't use, load the data of the page they lead to. */
const linkModule = /\/react-router\/dist\/[\w/-]+\/dom\/lib\.js$/;
const prefetching = /\/\* @__PURE__ \*\/ React\$1\.createElement\(PrefetchPageLinks, \{ page: href \}\)/;

/**
 * Leaves out what pages don't need of React Router, and separates the router from its hooks and components, because a rendered page
 * needs it for navigation only (src/app/web/router.ts). Hooks and components get a copy of the module, of which the bundler leaves
 * only the constants.
 */
export function splitRouter(): Plugin {
  return {
    name: 'halocline:router',
    apply: 'build',
    enforce: 'pre',
    async resolveId(specifier, importer) {
      if (importer === undefined || !importers.test(importer) || !routerModule.test(specifier)) return null;
      const resolved = await this.resolve(specifier, importer, { skipSelf: true });
      return resolved && { ...resolved, id: resolved.id + copySuffix };
    },
    load: (id) =>
      routerModule.test(id.replace(copySuffix, '')) && id.endsWith(copySuffix)
        ? readFile(id.slice(0, -copySuffix.length), 'utf8')
        : null,
    transform(code, id) {
      if (!linkModule.test(id)) return null;
      // The bundler leaves out the functions that nothing calls then.
      if (!prefetching.test(code)) this.error('links of React Router have changed');
      return code.replace(prefetching, 'null');
    },
  };
}
