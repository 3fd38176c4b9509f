/** What the parts of a page need of a query. */
interface QueryState<Data> {
  data: Data | undefined;
  isError: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

/** The same question, answered in other words. */
export function mapQuery<From, To>({ data, ...asked }: QueryState<From>, answer: (data: From) => To): QueryState<To> {
  const { isError, isFetching, refetch } = asked;
  return { data: data === undefined ? undefined : answer(data), isError, isFetching, refetch };
}

/** Answered once all are; asked again, only what has failed is. */
export function combineQueries<A, B, To>(
  a: QueryState<A>,
  b: QueryState<B>,
  answer: (a: A, b: B) => To,
): QueryState<To> {
  const open = [a, b].filter(({ data }) => data === undefined);
  return {
    data: a.data === undefined || b.data === undefined ? undefined : answer(a.data, b.data),
    isError: open.some(({ isError }) => isError),
    isFetching: open.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const one of open) void one.refetch();
    },
  };
}

/** What did not come counts for nothing; undefined while it may still come. */
export function countFromQuery<Data>({ data, isError }: QueryState<Data>, count: (data: Data) => number) {
  return data === undefined ? (isError ? 0 : undefined) : count(data);
}
