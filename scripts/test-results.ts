import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

export interface TestResults {
  passed: number;
  failed: number;
  /** Tests that passed on their second try. */
  retried: string[];
}

/** Writes the results of a Vitest run to a file. Vitest's JSON report does not say which tests were retried. */
export class ResultsReporter implements Reporter {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    writeFileSync(this.#file, JSON.stringify(countResults(modules, unhandledErrors.length)));
  }
}

/** Skipped tests, files that did not load and errors outside tests count as failures. */
function countResults(modules: readonly TestModule[], unhandledErrors: number): TestResults {
  const results: TestResults = { passed: 0, failed: unhandledErrors, retried: [] };
  for (const module of modules) {
    const tests = [...module.children.allTests()];
    const passed = tests.filter((test) => test.result().state === 'passed');
    results.passed += passed.length;
    results.failed += tests.length - passed.length;
    // The file did not load, or a hook failed.
    if (module.state() === 'failed' && passed.length === tests.length) results.failed++;
    for (const test of passed)
      if (test.diagnostic()?.flaky === true)
        results.retried.push(`${relative(process.cwd(), module.moduleId)} > ${test.fullName}`);
  }
  return results;
}
