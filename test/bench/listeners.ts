/** A process with the open pages of one person. It reports when all are open and when all received an event. */
import { once } from 'node:events';
import { documents } from '#features/notifications/web/documents.ts';

export interface ListenRequest {
  port: number;
  connectionParams: Record<string, string>;
  affiliateId: number;
  streams: number;
}

export interface ReceivedMessage {
  /** Time of the monotonic clock, which all processes share. */
  atNs: string;
}

const batchSize = 50;
const receivedCounts = new Map<number, number>();

process.on('message', async ({ port, connectionParams, affiliateId, streams }: ListenRequest) => {
  for (let opened = 0; opened < streams; opened += batchSize) {
    const count = Math.min(batchSize, streams - opened);
    await Promise.all(Array.from({ length: count }, () => openSocket(port, connectionParams, affiliateId, streams)));
  }
  process.send?.('open');
});
process.on('disconnect', () => process.exit(0));

async function openSocket(port: number, connectionParams: object, affiliateId: number, streams: number): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/graphql`, 'graphql-transport-ws');
  socket.addEventListener('error', () => {
    throw new Error('WebSocket was not opened');
  });
  await once(socket, 'open');
  const acknowledged = once(socket, 'message');
  socket.send(JSON.stringify({ type: 'connection_init', payload: connectionParams }));
  await acknowledged;
  socket.addEventListener('message', ({ data }) => countReceived(String(data), streams));
  socket.addEventListener('close', ({ code }) => {
    throw new Error(`WebSocket closed with code ${code}`);
  });
  const payload = { query: documents.onUpdate, variables: { me: affiliateId } };
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload }));
}

function countReceived(text: string, streams: number): void {
  const { type, payload } = JSON.parse(text);
  if (type === 'ping' || type === 'pong') return;
  if (type !== 'next') throw new Error(text);
  const { version } = payload.data.onUpdate;
  const count = (receivedCounts.get(version) ?? 0) + 1;
  receivedCounts.set(version, count);
  if (count === streams) process.send?.({ atNs: String(process.hrtime.bigint()) } satisfies ReceivedMessage);
}
