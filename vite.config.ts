import { createRequire } from 'node:module';
import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { createChunks } from './scripts/vite-chunks.ts';
import { addScreensToManifest } from './scripts/vite-manifest.ts';
import { compileMessages } from './scripts/vite-messages.ts';
import { compressAssets } from './scripts/vite-compress.ts';
import { splitIcons } from './scripts/vite-icons.ts';
import { splitRouter } from './scripts/vite-router.ts';
import { addScreenSources } from './scripts/vite-screen-sources.ts';
import { buildServiceWorker } from './scripts/vite-service-worker.ts';
import { narrowStyles } from './scripts/vite-styles.ts';

const require = createRequire(import.meta.url);

// Messages are compiled at build time, so the parser stays out of the browser.
const resolve = {
  alias: [
    {
      find: /^@formatjs\/icu-messageformat-parser$/,
      replacement: require.resolve('@formatjs/icu-messageformat-parser/no-parser.js'),
    },
  ],
};

const browserBuild: UserConfig = {
  plugins: [
    splitIcons(),
    splitRouter(),
    react(),
    narrowStyles(),
    tailwindcss(),
    compileMessages(),
    compressAssets(),
    buildServiceWorker(),
    addScreensToManifest(),
  ],
  resolve,
  build: {
    outDir: 'dist/web',
    // The content security policy allows fonts and images from files only, not from data URLs.
    assetsInlineLimit: 0,
    target: 'es2023',
    manifest: true,
    sourcemap: false,
    modulePreload: {
      polyfill: false,
      // The server lists the files of the first screen in its HTML. Lists for all others would only make the entry larger.
      resolveDependencies: (_file, dependencies, { hostType }) => (hostType === 'html' ? dependencies : []),
    },
    rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups: createChunks() } } },
  },
};

/** The browser's build contains the styles. */
const skipStyles: Plugin = {
  name: 'halocline:skip-styles',
  enforce: 'pre',
  load: (id) => (/\.css(\?|$)/.test(id) ? { code: '', moduleType: 'js' } : null),
};

/** The server renders pages with this build (src/app/web/render-page.tsx). It includes React in its production form. */
const serverBuild: UserConfig = {
  plugins: [splitIcons(), react(), compileMessages(), addScreenSources(), skipStyles],
  resolve,
  // Without it React would be the slower one for development.
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: { target: 'node26', sourcemap: false, copyPublicDir: false },
};

export default defineConfig(({ isSsrBuild }) => (isSsrBuild ? serverBuild : browserBuild));
