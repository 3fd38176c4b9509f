import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { documents } from '#features/notifications/web/documents.ts';
import type { ListenRequest, ReceivedMessage } from './listeners.ts';
import { measuredAffiliateId } from './measured-person.ts';
import type { Portal } from './servers.ts';

/** 120 MB were measured from a collected heap; before, garbage of the start made room for part of it. */
export const limits = { ms: 1_000, mb: 140 };
const streamCount = 1_000;
const eventCount = 10;
const timeoutMs = 5_000;

interface FanOut {
  streams: number;
  /** Time from the request until the last stream received the event, for the slowest event. */
  slowestMs: number;
  grownMb: number;
}

/** Measures events sent to many open pages of one person, each with its own socket. */
export async function measureFanOut(portal: Portal): Promise<FanOut> {
  const id = await findFirstNotificationId(portal);
  const listeners = fork(join(import.meta.dirname, 'listeners.ts'));
  try {
    const before = await portal.readMemoryBytes();
    const opened = once(listeners, 'message');
    listeners.send({
      port: portal.port,
      connectionParams: portal.headers,
      affiliateId: measuredAffiliateId,
      streams: streamCount,
    } satisfies ListenRequest);
    const exited = once(listeners, 'exit').then(() => Promise.reject(new Error('listeners exited')));
    exited.catch(() => undefined);
    await Promise.race([opened, exited]);
    // The protocol does not confirm subscriptions, so events are sent until all streams receive one.
    let read = false;
    let isSubscribed = false;
    for (let tries = 0; tries < eventCount && !isSubscribed; tries++)
      isSubscribed = (await sendEvent((read = !read))) !== null;
    const times: number[] = [];
    for (let count = 0; count < eventCount; count++) times.push((await sendEvent((read = !read))) ?? Infinity);
    console.log(
      `  ${eventCount} events, each to ${streamCount} streams: ${times.map((ms) => ms.toFixed(0)).join(', ')} ms`,
    );
    const grownMb = ((await portal.readMemoryBytes()) - before) / 1e6;
    return { streams: streamCount, slowestMs: Math.max(...times), grownMb };
  } finally {
    listeners.kill();
  }

  /** Returns milliseconds, or null if not all streams received the event in time. */
  async function sendEvent(read: boolean): Promise<number | null> {
    const received = Promise.withResolvers<ReceivedMessage | null>();
    const timeout = setTimeout(() => received.resolve(null), timeoutMs);
    listeners.once('message', (message) => received.resolve(message as ReceivedMessage));
    const sentAtNs = process.hrtime.bigint();
    await postGraphql(portal, documents.update, { me: measuredAffiliateId, id, read });
    const last = await received.promise;
    clearTimeout(timeout);
    listeners.removeAllListeners('message');
    return last === null ? null : Number(BigInt(last.atNs) - sentAtNs) / 1e6;
  }
}

async function findFirstNotificationId(portal: Portal): Promise<string> {
  const { queryAllByAffiliateId: page } = await postGraphql(portal, documents.page, { me: measuredAffiliateId });
  return page.items[0].id;
}

async function postGraphql({ port, headers }: Portal, query: string, variables: Record<string, unknown>) {
  const answer = await fetch(`http://127.0.0.1:${port}/api/graphql`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = await answer.json();
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return data;
}
