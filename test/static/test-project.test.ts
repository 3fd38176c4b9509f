import { expect, test, vi } from 'vitest';
import { ProjectRun } from '../../scripts/test-project.ts';
import type { TestResult } from '../../scripts/test-results.ts';

const passed = (file: string, name = ''): TestResult => ({ file, test: name, error: null });
const failed = (file: string, name = '', error = 'broken'): TestResult => ({ file, test: name, error });

/** Runs a project whose runs have these results, and returns the files that each run was limited to. */
async function runProject(...results: (TestResult[] | null)[]) {
  vi.spyOn(console, 'log').mockReturnValue();
  const runs: (readonly string[] | undefined)[] = [];
  const project = new ProjectRun('unit', (files) => {
    const next = results[runs.length];
    if (next === undefined) throw new Error('more runs than results');
    runs.push(files);
    return Promise.resolve(next);
  });
  await project.run();
  await project.rerunFailed();
  return {
    runs,
    failed: project.failed.map(({ file, test: name }) => `${file} ${name}`),
    flaky: project.flaky.map(({ file, test: name, error, times }) => `${file} ${name}: ${error} (${times})`),
    passedCount: project.passedCount,
  };
}

test('does not rerun a project that passed', async () => {
  const {
    runs,
    failed: failures,
    passedCount,
  } = await runProject([passed('a'), passed('a', 'one'), passed('a', 'two')]);
  expect({ runs, failures, passedCount }).toEqual({ runs: [undefined], failures: [], passedCount: 2 });
});

test('passes a test that passes when its file runs again', async () => {
  const result = await runProject([passed('a', 'one'), failed('b', 'two')], [passed('b', 'two')]);
  expect(result).toEqual({ runs: [undefined, ['b']], failed: [], flaky: ['b two: broken (1)'], passedCount: 2 });
});

test('fails a test that fails in all three runs', async () => {
  const result = await runProject([failed('a', 'one')], [failed('a', 'one')], [failed('a', 'one')]);
  expect(result).toMatchObject({ runs: [undefined, ['a'], ['a']], failed: ['a one'], flaky: [] });
});

test('passes two tests of a file that failed in different runs', async () => {
  const result = await runProject([failed('a', 'one'), passed('a', 'two')], [passed('a', 'one'), failed('a', 'two')]);
  expect(result).toMatchObject({ runs: [undefined, ['a']], failed: [], passedCount: 2 });
});

test('fails a test that first appears in a rerun and fails in it', async () => {
  const result = await runProject(
    [failed('a', '', 'did not load')],
    [passed('a'), failed('a', 'one')],
    [passed('a'), failed('a', 'one')],
  );
  expect(result).toMatchObject({ failed: ['a one'], flaky: ['a : did not load (1)'] });
});

test('fails a file whose hook fails in every run', async () => {
  const hook = [failed('a', '', 'beforeAll'), passed('a', 'one')];
  expect(await runProject(hook, hook, hook)).toMatchObject({ failed: ['a '] });
});

test('fails a test that is missing from the reruns of its file', async () => {
  const result = await runProject([failed('a', 'one')], [passed('a')], [passed('a')]);
  expect(result.failed).toEqual(['a one']);
});

test('reruns the whole project once when more than ten files failed', async () => {
  const files = Array.from({ length: 11 }, (_, index) => `file ${index}`);
  const result = await runProject(
    files.map((file) => failed(file, 'one')),
    files.map((file) => (file === 'file 3' ? failed(file, 'one') : passed(file, 'one'))),
  );
  expect(result).toMatchObject({ runs: [undefined, undefined], failed: ['file 3 one'], passedCount: 10 });
});

test('reruns the whole project once when Vitest ended without results', async () => {
  expect(await runProject(null, [passed('a', 'one')])).toMatchObject({ runs: [undefined, undefined], failed: [] });
  expect(await runProject(null, null)).toMatchObject({ failed: [' '] });
});

test('fails an error outside of all files that occurs again', async () => {
  const noise = [passed('a', 'one'), failed('')];
  expect(await runProject(noise, noise)).toMatchObject({ failed: [' '] });
  expect(await runProject(noise, [passed('a', 'one')])).toMatchObject({ failed: [], flaky: [' : broken (1)'] });
});
