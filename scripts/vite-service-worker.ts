import { join } from 'node:path';
import { build, type Plugin } from 'vite';

const name = 'service-worker';
const source = join(import.meta.dirname, `../src/app/web/${name}.ts`);

/** The worker beside the page: one file without imports, under a name that stays, because browsers ask for it by that. */
export function buildServiceWorker(): Plugin {
  return {
    name: 'halocline:service-worker',
    apply: 'build',
    async generateBundle() {
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        build: {
          write: false,
          target: 'es2023',
          modulePreload: false,
          rolldownOptions: { input: source, output: { format: 'iife', entryFileNames: `${name}.js` } },
        },
      });
      const [bundle] = [built].flat();
      if (bundle === undefined || !('output' in bundle)) throw new Error('the service worker was not built');
      this.emitFile({ type: 'asset', fileName: `${name}.js`, source: bundle.output[0].code });
    },
  };
}
