import type { FastifyRequest } from 'fastify';
import type { Principal } from '#platform/server/auth/access-tokens.ts';

type EventStream = Required<Pick<AsyncIterator<unknown, unknown>, 'next' | 'return'>> & AsyncIterable<unknown>;

/**
 * The state of one WebSocket: its user, and the streams that end with it or with the session. A type, not an interface,
 * because graphql-ws requires an index signature.
 */
export type SubscriptionConnection = {
  request: FastifyRequest;
  user: Principal | null;
  /** Opened with the shared client id instead of an affiliate-id. Limited to notifications. */
  isRaw: boolean;
  streams: Set<EventStream>;
  /** The number of subscriptions being opened. */
  starting: number;
  isClosed: boolean;
  /** Stops listening for the end of the session. */
  stopListening: () => void;
  /** Stops counting the connection of its person. */
  release: () => void;
  close: (code: number, reason: string) => void;
};

/** Ends the stream with its session or socket. It may outlive the token it was opened with. */
export function trackStream(connection: SubscriptionConnection, events: AsyncIterable<unknown>): EventStream {
  const source = events[Symbol.asyncIterator]();
  const stream: EventStream = {
    async next() {
      try {
        const result = await source.next();
        if (result.done) connection.streams.delete(stream);
        return result;
      } catch (error) {
        connection.streams.delete(stream);
        throw error;
      }
    },
    async return() {
      connection.streams.delete(stream);
      return (await source.return?.()) ?? { value: undefined, done: true };
    },
    [Symbol.asyncIterator]: () => stream as AsyncIterator<unknown>,
  };
  connection.streams.add(stream);
  if (connection.isClosed) closeSubscriptionConnection(connection);
  return stream;
}

export function closeSubscriptionConnection(connection: SubscriptionConnection): void {
  connection.isClosed = true;
  connection.stopListening();
  for (const stream of connection.streams) void stream.return();
}
