import { createRequire } from 'node:module';
import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { createSharedChunks } from './scripts/vite-chunks.ts';
import { moveLazyScreens } from './scripts/vite-lazy-screens.ts';
import { compileMessages } from './scripts/vite-messages.ts';
import { compressAssets } from './scripts/vite-compress.ts';
import { buildServiceWorker } from './scripts/vite-service-worker.ts';

const require = createRequire(import.meta.url);

export default defineConfig({
  plugins: [react(), tailwindcss(), moveLazyScreens(), compileMessages(), compressAssets(), buildServiceWorker()],
  resolve: {
    // Messages are compiled at build time, so the parser stays out of the browser.
    alias: [
      {
        find: /^@formatjs\/icu-messageformat-parser$/,
        replacement: require.resolve('@formatjs/icu-messageformat-parser/no-parser.js'),
      },
    ],
  },
  build: {
    outDir: 'dist/web',
    // The content security policy allows fonts and images from files only, not from data URLs.
    assetsInlineLimit: 0,
    target: 'es2023',
    manifest: true,
    sourcemap: false,
    modulePreload: {
      polyfill: false,
      // Chunks of the first screen are loaded already; listing them for every other screen only makes the entry larger.
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === 'html'
          ? dependencies
          : dependencies.filter((name) => !/^assets\/(vendor|shell|index|rolldown-runtime)-/.test(name)),
    },
    rolldownOptions: {
      output: {
        // The first screen needs two files: one that rarely changes and one that does. Many small files compress worse and
        // are requested one after another.
        codeSplitting: {
          includeDependenciesRecursively: true,
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|react-router)\//,
              priority: 3,
            },
            { name: 'shell', test: /src\/app\/web\/app\.tsx$/, priority: 2 },
            // Queries are needed by nearly every screen and the sign-in page. Mutations and infinite lists are not.
            {
              name: 'query',
              test: /node_modules\/@tanstack\/(react-query|query-core)\/(?!.*(useMutation|useInfinite|mutationObserver|infiniteQueryObserver))/,
              priority: 1,
            },
            ...createSharedChunks(),
          ],
        },
      },
    },
  },
});
