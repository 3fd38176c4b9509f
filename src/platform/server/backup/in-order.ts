/** Runs the work for several items at a time and yields the results in the order of the items. */
export async function* mapInOrder<Item, Result>(
  items: AsyncIterable<Item>,
  concurrency: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const pending: Promise<Result>[] = [];
  const finishFirst = () => pending.shift() as Promise<Result>;
  try {
    for await (const item of items) {
      const result = work(item);
      // A failure is reported when its turn comes, and must not count as unhandled until then.
      result.catch(() => undefined);
      pending.push(result);
      if (pending.length >= concurrency) yield await finishFirst();
    }
    while (pending.length > 0) yield await finishFirst();
  } finally {
    await Promise.allSettled(pending);
  }
}
