import { Session } from 'node:inspector/promises';

/**
 * Counts the calls of JavaScript functions. The count of the same work is the same on every machine, unlike its time. A
 * loop, a pattern or a built-in function counts as nothing.
 */
export async function countCalls(work: () => unknown): Promise<number> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
      .reduce((sum, { count }) => sum + count, 0);
  } finally {
    session.disconnect();
  }
}
