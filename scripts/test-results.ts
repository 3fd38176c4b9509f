import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';

/** The outcome of a test, or of a file itself when `test` is empty. Errors outside all files have an empty `file`. */
export interface TestResult {
  file: string;
  test: string;
  /** The first line of the error, null if the test passed. */
  error: string | null;
}

/** Writes the outcome of every test to a file, because Vitest's JSON report leaves out errors outside of tests. */
export class ResultsReporter implements Reporter {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const unhandled = unhandledErrors.map(({ VITEST_TEST_PATH: path, message }) => ({
      file: typeof path === 'string' ? getRelativePath(path) : '',
      test: '',
      error: getFirstLine(String(message)),
    }));
    writeFileSync(this.#file, JSON.stringify([...modules.flatMap(listResults), ...unhandled]));
  }
}

function listResults(module: TestModule): TestResult[] {
  const file = getRelativePath(module.moduleId);
  const names = new Map<string, number>();
  const tests = [...module.children.allTests()].map((test) => {
    // Tests of one file may share a name.
    const count = (names.get(test.fullName) ?? 0) + 1;
    names.set(test.fullName, count);
    return { file, test: count === 1 ? test.fullName : `${test.fullName} (${count})`, error: getTestError(test) };
  });
  const hasFailedTest = tests.some(({ error }) => error !== null);
  return [{ file, test: '', error: getFileError(module, hasFailedTest) }, ...tests];
}

/** Skipped tests and tests that did not run count as failures. */
function getTestError(test: TestCase): string | null {
  const { state, errors } = test.result();
  return state === 'passed' ? null : getFirstLine(errors?.[0]?.message ?? `the test is ${state}`);
}

/** The error of a file that did not load, did not run or has a failing hook. */
function getFileError(module: TestModule, hasFailedTest: boolean): string | null {
  const suites = [...module.children.allSuites()];
  const [error] = [module, ...suites].flatMap((parent) => parent.errors());
  if (error !== undefined) return getFirstLine(error.message);
  const state = module.state();
  return state === 'passed' || (state === 'failed' && hasFailedTest) ? null : `the file is ${state}`;
}

const getRelativePath = (path: string) => relative(process.cwd(), path);
const getFirstLine = (message: string) => message.split('\n', 1)[0] ?? '';
