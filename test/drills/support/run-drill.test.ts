import { describe, expect, it } from 'vitest';
import type { DrillRun } from './drill.ts';
import { runDrill } from './run-drill.ts';

const runWith = async (work: (run: DrillRun) => Promise<void>, maxMs?: number) => {
  const lines: string[] = [];
  const drill = { needs: [], seconds: 1, run: work };
  const options = { seed: 1, print: (line: string) => lines.push(line), ...(maxMs !== undefined && { maxMs }) };
  return { lines, ...(await runDrill(drill, options)) };
};

describe('a drill', () => {
  it('passes when all limits hold and the required rate is reached', async () => {
    const result = await runWith(async (run) => {
      run.expectAtMost('lost: 0', 0, 0);
      run.expectRate('writes', 199, 200);
    });
    expect(result).toMatchObject({ failures: [], notRun: [], belowRate: [], figures: {} });
  });

  it('records a rate below the required one and parts that were left out', async () => {
    const result = await runWith(async (run) => {
      run.expectRate('writes', 34, 200);
      run.reportNotRun('disk full', 'the time of the run is up');
    });
    expect(result).toMatchObject({
      failures: [],
      belowRate: ['writes: 34.0 of 200 a second'],
      notRun: ['disk full'],
      figures: { 'below the required rate: writes': 1, 'not run: disk full': 1 },
    });
    expect(result.lines[0]).toContain('BELOW THE required rate 200');
  });

  it('fails at its deadline and cleans up', async () => {
    let isClean = false;
    const never = Promise.withResolvers<void>();
    const { failures } = await runWith(async (run) => {
      expect(run.remainingMs()).toBeLessThanOrEqual(20);
      run.onEnd(() => void (isClean = true));
      await never.promise;
    }, 20);
    expect(failures).toEqual([expect.stringContaining('not finished after')]);
    expect(isClean).toBe(true);
  });

  it('fails after an error', async () => {
    const { failures } = await runWith(async () => Promise.reject(new Error('no part was run')));
    expect(failures).toEqual([expect.stringContaining('no part was run')]);
  });
});
