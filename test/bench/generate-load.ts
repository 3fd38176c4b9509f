import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Target {
  port: number;
  path: string;
  headers: Record<string, string>;
  /** Sent by POST; without it the question is a GET. */
  body?: string;
}

/**
 * Asks the same question a number of times over a few connections that stay open, and says how long that took. Written
 * on the bare socket, so that the one who asks costs less than the one who answers.
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
  const first = `${body ? 'POST' : 'GET'} ${target.path} HTTP/1.1`;
  const question = Buffer.from([first, ...lines, '', body].join('\r\n'));
  const sockets = await Promise.all(Array.from({ length: connections }, () => openSocket(target.port)));
  const startedAt = performance.now();
  await Promise.all(sockets.map((socket) => sendRequests(socket, question, Math.floor(requests / connections))));
  const seconds = (performance.now() - startedAt) / 1_000;
  for (const socket of sockets) socket.destroy();
  return { seconds };
}

async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true).setEncoding('latin1');
  await once(socket, 'connect');
  return socket;
}

function sendRequests(socket: Socket, question: Buffer, count: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let left = count;
  let answer = '';
  socket.on('error', reject).on('close', () => reject(new Error('the connection was closed')));
  socket.on('data', (text: string) => {
    answer += text;
    const end = answer.indexOf('\r\n\r\n');
    if (end < 0) return;
    // Only what came whole counts; an answer is at most a few kilobytes.
    const bytes = Number(/\r\ncontent-length: (\d+)/i.exec(answer)?.[1]);
    if (answer.length < end + 4 + bytes) return;
    if (!answer.startsWith('HTTP/1.1 200')) {
      reject(new Error(answer));
      return;
    }
    answer = '';
    left--;
    if (left > 0) socket.write(question);
    else resolve();
  });
  socket.write(question);
  return promise;
}
