/** The maximum number of events buffered for a slow reader. */
export const subscriptionLimit = 1_000;

/** Converts pushed events to an async iterator. It attaches immediately, not at the first read. */
export function createSubscription<Payload>(
  attach: (push: (payload: Payload) => void) => () => void,
  signal: AbortSignal,
): AsyncIterableIterator<Payload> {
  const buffered: Payload[] = [];
  const readers: PromiseWithResolvers<IteratorResult<Payload>>[] = [];
  let isDone = signal.aborted;
  let overflow: Error | null = null;

  const detach = attach((payload) => {
    if (isDone) return;
    const reader = readers.shift();
    if (reader) {
      reader.resolve({ value: payload, done: false });
    } else if (buffered.length < subscriptionLimit) {
      buffered.push(payload);
    } else {
      overflow = new Error('the event subscriber fell too far behind');
      finish();
    }
  });

  function finish(): void {
    isDone = true;
    buffered.length = 0;
    detach();
    signal.removeEventListener('abort', finish);
    for (const reader of readers.splice(0)) reader.resolve({ value: undefined, done: true });
  }
  if (isDone) detach();
  else signal.addEventListener('abort', finish);

  return {
    async next() {
      const payload = buffered.shift();
      if (payload !== undefined) return { value: payload, done: false };
      if (overflow) {
        const error = overflow;
        overflow = null;
        throw error;
      }
      if (isDone) return { value: undefined, done: true };
      const reader = Promise.withResolvers<IteratorResult<Payload>>();
      readers.push(reader);
      return reader.promise;
    },
    async return() {
      finish();
      return { value: undefined, done: true };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
