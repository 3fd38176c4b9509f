import { join } from 'node:path';
import { build, type Plugin } from 'vite';

const name = 'service-worker';
const source = join(import.meta.dirname, `../src/app/web/${name}.ts`);

/** Builds the service worker as one file without imports. Its name has no hash because browsers update it by URL. */
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
      if (bundle === undefined || !('output' in bundle)) throw new Error('service worker build produced no output');
      this.emitFile({ type: 'asset', fileName: `${name}.js`, source: bundle.output[0].code });
    },
  };
}
