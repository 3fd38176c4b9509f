import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Target {
  port: number;
  path: string;
  headers: Record<string, string>;
  /** Sent by POST. Without a body the request is a GET. */
  body?: string;
}

/**
 * Sends the same request many times over a few open connections and returns the elapsed time. It uses plain sockets, so
 * the client needs less CPU than the server.
 */
export async function generateLoad(
  target: Target,
  requests: number,
  connections: number,
): Promise<{ seconds: number }> {
  const { body = '' } = target;
  const lines = Object.entries({
    host: `localhost:${target.port}`,
    ...target.headers,
    ...(body && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
  }).map(([key, value]) => `${key}: ${value}`);
  const requestLine = `${body ? 'POST' : 'GET'} ${target.path} HTTP/1.1`;
  const request = Buffer.from([requestLine, ...lines, '', body].join('\r\n'));
  const sockets = await Promise.all(Array.from({ length: connections }, () => openSocket(target.port)));
  const startedAt = performance.now();
  await Promise.all(sockets.map((socket) => sendRequests(socket, request, Math.floor(requests / connections))));
  const seconds = (performance.now() - startedAt) / 1_000;
  for (const socket of sockets) socket.destroy();
  return { seconds };
}

async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true).setEncoding('latin1');
  await once(socket, 'connect');
  return socket;
}

function sendRequests(socket: Socket, request: Buffer, count: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let remaining = count;
  let response = '';
  socket.on('error', reject).on('close', () => reject(new Error('connection closed before all responses arrived')));
  socket.on('data', (text: string) => {
    response += text;
    const end = response.indexOf('\r\n\r\n');
    if (end < 0) return;
    // A response may arrive in parts; it is at most a few kilobytes.
    const bytes = Number(/\r\ncontent-length: (\d+)/i.exec(response)?.[1]);
    if (response.length < end + 4 + bytes) return;
    if (!response.startsWith('HTTP/1.1 200')) {
      reject(new Error(response));
      return;
    }
    response = '';
    remaining--;
    if (remaining > 0) socket.write(request);
    else resolve();
  });
  socket.write(request);
  return promise;
}
