import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll } from 'vitest';

export interface S3Server {
  url: string;
  /** Stops listening until `open` is called. The objects stay. */
  close(): Promise<void>;
  open(): Promise<void>;
}

/** A minimal S3 server for a test file: PUT, GET, HEAD and DELETE of /bucket/key, and lists of a bucket. */
export async function startS3Server(until: (close: () => Promise<void>) => void = afterAll): Promise<S3Server> {
  const objects = new Map<string, { body: Buffer; contentType: string; tag: string }>();
  let puts = 0;

  function list(bucket: string, { searchParams }: URL, response: ServerResponse): void {
    const prefix = `${bucket}/${searchParams.get('prefix') ?? ''}`;
    const after = searchParams.get('continuation-token') ?? '';
    // A small page, so tests read several.
    const names = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > after).toSorted();
    const page = names.slice(0, 3);
    const contents = page.map((name) => `<Contents><Key>${name.slice(bucket.length + 1)}</Key></Contents>`).join('');
    const isMore = names.length > page.length;
    const next = isMore ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    response.writeHead(200, { 'content-type': 'application/xml' });
    response.end(`<ListBucketResult><IsTruncated>${isMore}</IsTruncated>${next}${contents}</ListBucketResult>`);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.searchParams.get('list-type') === '2') return list(url.pathname.replace(/\/$/, ''), url, response);
    if (request.method === 'PUT') {
      const body = await buffer(request);
      if (body.length !== Number(request.headers['content-length'])) response.statusCode = 400;
      else objects.set(url.pathname, { body, contentType: request.headers['content-type'] ?? '', tag: `"${++puts}"` });
      response.end();
      return undefined;
    }
    const found = objects.get(url.pathname);
    if (request.method === 'DELETE') {
      objects.delete(url.pathname);
      response.writeHead(204).end();
    } else if (found) {
      const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
      const part = found.body.subarray(Number(start ?? 0), end ? Number(end) + 1 : undefined);
      response.writeHead(start === undefined ? 200 : 206, {
        etag: found.tag,
        'content-type': found.contentType,
        'content-length': part.length,
        ...(start !== undefined && { 'content-range': `bytes ${start}-${end}/${found.body.length}` }),
      });
      response.end(request.method === 'HEAD' ? undefined : part);
    } else {
      response.writeHead(404, { 'content-type': 'application/xml' });
      response.end('<Error><Code>NoSuchKey</Code><Message>The key does not exist.</Message></Error>');
    }
    return undefined;
  }

  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  until(async () => {
    if (server.listening) await close();
  });
  return {
    url: `http://127.0.0.1:${port}`,
    close,
    async open() {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
}
