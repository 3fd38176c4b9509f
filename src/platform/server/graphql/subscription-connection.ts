import type { FastifyRequest } from 'fastify';
import type { Principal } from '#platform/server/auth/access-tokens.ts';

type EventStream = Required<Pick<AsyncIterator<unknown, unknown>, 'next' | 'return'>> & AsyncIterable<unknown>;

/** What one socket has: whom it speaks for, and the streams that end with it or with the session. */
// A type, not an interface: graphql-ws asks for something with an index.
export type SubscriptionConnection = {
  request: FastifyRequest;
  user: Principal | null;
  /** Opened with the shared client id instead of an affiliate-id: for notifications only. */
  isRaw: boolean;
  streams: Set<EventStream>;
  /** Subscriptions that are being opened. */
  starting: number;
  isOver: boolean;
  /** Stops listening for the end of the session. */
  forget: () => void;
};

/** A stream outlives the token it was opened with, but never the session, nor its socket. */
export function trackStream(line: SubscriptionConnection, events: AsyncIterable<unknown>): EventStream {
  const source = events[Symbol.asyncIterator]();
  const stream: EventStream = {
    async next() {
      try {
        const result = await source.next();
        if (result.done) line.streams.delete(stream);
        return result;
      } catch (error) {
        line.streams.delete(stream);
        throw error;
      }
    },
    async return() {
      line.streams.delete(stream);
      return (await source.return?.()) ?? { value: undefined, done: true };
    },
    [Symbol.asyncIterator]: () => stream as AsyncIterator<unknown>,
  };
  line.streams.add(stream);
  if (line.isOver) closeSubscriptionConnection(line);
  return stream;
}

export function closeSubscriptionConnection(line: SubscriptionConnection): void {
  line.isOver = true;
  line.forget();
  for (const stream of line.streams) void stream.return();
}
