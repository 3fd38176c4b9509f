import { describe, expect, it, vi } from 'vitest';
import { countFromQuery, combineQueries, mapQuery } from './query-state.ts';

const asked = <Data>(data: Data | undefined, isError = false) => ({
  data,
  isError,
  isFetching: data === undefined && !isError,
  refetch: vi.fn<() => unknown>(),
});

describe('a question', () => {
  it('is answered in other words, once it is answered', () => {
    expect(mapQuery(asked([1, 2]), (list) => list.length).data).toBe(2);
    expect(mapQuery(asked<number[]>(undefined), (list) => list.length)).toMatchObject({
      data: undefined,
      isFetching: true,
    });
  });

  it('of two is answered by both', () => {
    const add = (a: number, b: number) => a + b;
    expect(combineQueries(asked(1), asked(2), add)).toMatchObject({ data: 3, isError: false });
    expect(combineQueries(asked(1), asked<number>(undefined), add)).toMatchObject({ data: undefined, isError: false });
  });

  it('of two is asked again where it failed', () => {
    const [fine, failed] = [asked(1), asked<number>(undefined, true)];
    const both = combineQueries(fine, failed, (a, b) => a + b);
    expect(both.isError).toBe(true);
    both.refetch();
    expect([fine.refetch.mock.calls.length, failed.refetch.mock.calls.length]).toEqual([0, 1]);
  });

  it('that failed counts for nothing, and one that is open is not counted yet', () => {
    const size = (list: number[]) => list.length;
    expect(countFromQuery(asked([1]), size)).toBe(1);
    expect(countFromQuery(asked<number[]>(undefined, true), size)).toBe(0);
    expect(countFromQuery(asked<number[]>(undefined), size)).toBeUndefined();
  });
});
