/** A server of `npm run dev`: loads the packages, which do not change, and waits for the word before it loads our code. */
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const ownCode = ['src/{demo,domain,app/server}/**/*.ts', 'src/{platform,features/*}/{server,shared}/**/*.ts'];
const packageImport = /(?:^(?:import|export) (?!type)[^;]*? from |\bimport\()'([^.#'][^']*)'/gm;

process.on('disconnect', () => process.exit(0));
const startSignal = once(process, 'message');
enableCompileCache();
const names = globSync(ownCode, { cwd: root, exclude: ['**/*.test.ts', '**/testing.ts'] }).flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(packageImport)].map((found) => found[1] ?? ''),
);
// What a package has to say as it is loaded is for the one who loads it in earnest.
const { warn } = console;
console.warn = () => undefined;
await Promise.allSettled([...new Set(names)].map((name) => import(name)));
console.warn = warn;
await startSignal;
await import('../src/main.ts');
process.send?.('ready');
