import { createContext, Script } from 'node:vm';

/** Shorter than the timeout of a test, which can't interrupt a loop. */
const limitMs = 25_000;

const script = new Script('work()');
const globals: { work?: () => unknown } = {};
const context = createContext(globals);

/**
 * Runs work and fails if it doesn't end. The input must be so large that work which grows too fast would take minutes,
 * while the expected work takes a moment; then the limit decides nothing on a slow machine.
 */
export function runToEnd<T>(work: () => T): T {
  globals.work = work;
  return script.runInContext(context, { timeout: limitMs }) as T;
}
