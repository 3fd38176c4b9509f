import { describe, expect, it, vi } from 'vitest';
import { countFromQuery, combineQueries, mapQuery } from './query-state.ts';

const createQuery = <Data>(data: Data | undefined, isError = false) => ({
  data,
  isError,
  isFetching: data === undefined && !isError,
  refetch: vi.fn<() => unknown>(),
});

describe('query state', () => {
  it('mapQuery maps loaded data', () => {
    expect(mapQuery(createQuery([1, 2]), (list) => list.length).data).toBe(2);
    expect(mapQuery(createQuery<number[]>(undefined), (list) => list.length)).toMatchObject({
      data: undefined,
      isFetching: true,
    });
  });

  it('combineQueries has data when both queries have', () => {
    const add = (a: number, b: number) => a + b;
    expect(combineQueries(createQuery(1), createQuery(2), add)).toMatchObject({ data: 3, isError: false });
    expect(combineQueries(createQuery(1), createQuery<number>(undefined), add)).toMatchObject({
      data: undefined,
      isError: false,
    });
  });

  it('combineQueries refetches only failed queries', () => {
    const [loaded, failed] = [createQuery(1), createQuery<number>(undefined, true)];
    const both = combineQueries(loaded, failed, (a, b) => a + b);
    expect(both.isError).toBe(true);
    both.refetch();
    expect([loaded.refetch.mock.calls.length, failed.refetch.mock.calls.length]).toEqual([0, 1]);
  });

  it('countFromQuery returns 0 for failed and undefined for pending queries', () => {
    const size = (list: number[]) => list.length;
    expect(countFromQuery(createQuery([1]), size)).toBe(1);
    expect(countFromQuery(createQuery<number[]>(undefined, true), size)).toBe(0);
    expect(countFromQuery(createQuery<number[]>(undefined), size)).toBeUndefined();
  });
});
