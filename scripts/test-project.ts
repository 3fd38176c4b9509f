import type { TestResult } from './test-results.ts';

/** Runs files of a project, or all of them. Null if Vitest ended without results. */
export type RunTests = (files?: readonly string[]) => Promise<TestResult[] | null>;

export interface Failure extends TestResult {
  project: string;
  /** How many runs failed. The error is that of the first. */
  times: number;
}

/** A failed file gets so many more runs. */
const maxReruns = 2;
/** With more failed files the machine or the product is at fault, and one more run of the project shows which. */
const maxRerunFiles = 10;

const didNotRun: TestResult = { file: '', test: '', error: 'Vitest ended without results' };

/** Collects the outcomes of a project's tests. A test that passed once in any run has passed. */
export class ProjectRun {
  readonly name: string;
  readonly #run: RunTests;
  readonly #passed = new Set<string>();
  readonly #failures = new Map<string, Failure>();

  constructor(name: string, run: RunTests) {
    this.name = name;
    this.#run = run;
  }

  async run(files?: readonly string[]): Promise<void> {
    const results = await this.#run(files);
    for (const result of results ?? [didNotRun]) {
      const key = `${result.file}\n${result.test}`;
      const failure = this.#failures.get(key);
      if (result.error === null) this.#passed.add(key);
      else if (failure === undefined) this.#failures.set(key, { ...result, project: this.name, times: 1 });
      else failure.times++;
    }
    // A run of the whole project that ended with results proves that an error outside of all files was noise.
    const hasOutsideError = results?.some(({ file, error }) => file === '' && error !== null) ?? true;
    if (files === undefined && !hasOutsideError) this.#passed.add('\n');
  }

  /** Runs failed files again, one at a time. Call it when nothing else runs, so that they meet less noise. */
  async rerunFailed(): Promise<void> {
    for (let rerun = 0; rerun < maxReruns; rerun++) {
      const files = [...new Set(this.failed.map(({ file }) => file))];
      if (files.length === 0) return;
      console.log(`\nrunning again, because they failed:${files.map((file) => `\n  ${file || this.name}`).join('')}\n`);
      if (files.includes('') || files.length > maxRerunFiles) return this.run();
      for (const file of files) await this.run([file]);
    }
  }

  get passedCount(): number {
    return [...this.#passed].filter((key) => !key.endsWith('\n')).length;
  }

  /** The tests that failed in every run. */
  get failed(): Failure[] {
    return this.#select(false);
  }

  /** The tests that failed in one run and passed in another. */
  get flaky(): Failure[] {
    return this.#select(true);
  }

  #select(hasPassed: boolean): Failure[] {
    return [...this.#failures].filter(([key]) => this.#passed.has(key) === hasPassed).map(([, failure]) => failure);
  }
}
