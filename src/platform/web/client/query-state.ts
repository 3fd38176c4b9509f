/** The fields of a query that its views use. */
export interface QueryState<Data> {
  data: Data | undefined;
  isError: boolean;
  error?: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

/** The query with mapped data; undefined keeps it loading. */
export function mapQuery<From, To>(
  { data, isError, error = null, isFetching, refetch }: QueryState<From>,
  map: (data: From) => To | undefined,
): QueryState<To> {
  return { data: data === undefined ? undefined : map(data), isError, error, isFetching, refetch };
}

/** Has data when both queries have. Refetches only queries without data. */
export function combineQueries<A, B, To>(
  a: QueryState<A>,
  b: QueryState<B>,
  combine: (a: A, b: B) => To,
): QueryState<To> {
  const pending = [a, b].filter(({ data }) => data === undefined);
  return {
    data: a.data === undefined || b.data === undefined ? undefined : combine(a.data, b.data),
    isError: pending.some(({ isError }) => isError),
    error: pending.find(({ isError }) => isError)?.error ?? null,
    isFetching: pending.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const query of pending) void query.refetch();
    },
  };
}

/** The count, 0 if the query failed, undefined while it is loading. */
export function countFromQuery<Data>({ data, isError }: QueryState<Data>, count: (data: Data) => number) {
  return data === undefined ? (isError ? 0 : undefined) : count(data);
}
