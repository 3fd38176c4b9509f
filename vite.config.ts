import { createRequire } from 'node:module';
import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { compileMessages } from './scripts/vite-messages.ts';
import { compressAssets } from './scripts/vite-compress.ts';
import { buildServiceWorker } from './scripts/vite-service-worker.ts';

const require = createRequire(import.meta.url);

export default defineConfig({
  plugins: [react(), tailwindcss(), compileMessages(), compressAssets(), buildServiceWorker()],
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
    // The policy of the pages lets fonts and pictures come from files only.
    assetsInlineLimit: 0,
    target: 'es2023',
    manifest: true,
    sourcemap: false,
    modulePreload: {
      polyfill: false,
      // What the first screen has brought is there: to name it beside every other screen only makes the first one heavier.
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === 'html'
          ? dependencies
          : dependencies.filter((name) => !/^assets\/(vendor|shell|index|rolldown-runtime)-/.test(name)),
    },
    rolldownOptions: {
      output: {
        // What the first screen needs comes as two files, one that rarely changes and one that does: many small ones
        // compress worse and are asked for one after another.
        codeSplitting: {
          includeDependenciesRecursively: true,
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|react-router)\//,
              priority: 3,
            },
            { name: 'shell', test: /src\/app\/app\.tsx$/, priority: 2 },
            // What nearly every other screen needs, and the sign-in page too: so not what only changes or long lists need.
            {
              name: 'query',
              test: /node_modules\/@tanstack\/(react-query|query-core)\/(?!.*(useMutation|useInfinite|mutationObserver|infiniteQueryObserver))/,
              priority: 1,
            },
            // What all pages of the account service have in common.
            {
              name: 'identity',
              test: /src\/features\/identity\/web\/(account-frame|account-message|checks|email-field|form-alert|load-failure|queries|rich-text|sign-in-link)\.tsx?$/,
              priority: 0,
            },
            // Small pieces that many screens are made of: one by one they would be a dozen files of 200 bytes.
            {
              name: 'kit',
              test: /src\/(ui\/(page|row|ring|stat|chip|progress-bar|depth-bands|profile|card|disclosure|link-row|link-tabs|segmented|switch|copy-button)|platform\/(shared\/(money|units)|web\/(acting-for|failure-text|failure-words|money|object-url|retry-wait|save-file))|features\/logbook\/shared\/instructor-name)\.tsx?$|lucide-react\/dist\/esm\/icons\/(camera|credit-card|chevron-left|chevron-right|chevrons-up-down|circle-check|copy|download|ellipsis-vertical|image-off|image-up|lock|package|package-check|trash|user-round-check)\.\w+$/,
              priority: 0,
            },
            {
              name: 'learning',
              test: /src\/features\/(learning\/(shared\/rules|web\/(is-no-course|no-course|learning-words|codes\/code-failure|player\/player-paths))|preferences\/shared\/rules)\.tsx?$/,
              priority: 0,
            },
            {
              name: 'cards',
              test: /src\/(features\/certifications\/(shared\/(card-date|card-look|contours|levels)|web\/(card-words|client))|ui\/ecard)\.tsx?$/,
              priority: 0,
            },
            {
              name: 'form',
              test: /src\/(ui\/(field|password-field|form-alert)\.tsx|platform\/web\/form\.ts)$/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
});
