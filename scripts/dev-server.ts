/**
 * Server process of `npm run dev`. It imports npm packages first, because they rarely change, and imports our code only
 * after the parent's start message.
 */
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
// Import warnings are silenced here because the running server prints them again.
const { warn } = console;
console.warn = () => undefined;
await Promise.allSettled([...new Set(names)].map((name) => import(name)));
console.warn = warn;
await startSignal;
await import('../src/main.ts');
process.send?.('ready');
