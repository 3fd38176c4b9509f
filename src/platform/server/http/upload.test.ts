import { readdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { sendError } from './errors.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { readUpload } from './upload.ts';

const maxBytes = 100_000;
const app = Fastify();
app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
await app.register(multipart);
app.route({
  method: 'POST',
  url: '/',
  handler: async (request) => {
    const { file, fields, cleanUpAfter } = await readUpload(request, { field: 'picture', maxBytes });
    if (file === undefined) throw new Error('the file is missing');
    return cleanUpAfter(async () => {
      const readPart = async (start: number) => Buffer.concat(await Array.fromAsync(file.readPart(start, file.bytes)));
      const whole = await readPart(0);
      if (!(await readPart(1)).equals(whole.subarray(1))) throw new Error('partial read differs from the whole file');
      return { bytes: whole.length, first: whole[0], last: whole.at(-1), fields };
    });
  },
});

beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const address = () => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`;

interface Answer {
  status: number;
  body: { errors?: { code: string; path?: string }[] };
}

async function post(fill: (form: FormData) => void): Promise<Answer> {
  const form = new FormData();
  fill(form);
  const response = await fetch(address(), { method: 'POST', body: form });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}
const createPngBlob = (bytes: number) => new Blob([new Uint8Array(bytes).fill(7)], { type: 'image/png' });
const toErrorSummary = ({ status, body }: Answer) => [status, body.errors?.[0]?.code, body.errors?.[0]?.path];

describe('readUpload', () => {
  it('rejects fields that are together over the limit, or one that is', async () => {
    const fill = (count: number, bytes: number) => (form: FormData) => {
      for (let index = 0; index < count; index++) form.append(`note${index}`, '-'.repeat(bytes));
      form.append('picture', createPngBlob(1), 'a.png');
    };
    expect((await post(fill(4, 3_000))).status).toBe(200);
    expect(toErrorSummary(await post(fill(6, 3_000)))).toEqual([413, 'request.too_large', 'note5']);
    expect(toErrorSummary(await post(fill(1, 17_000)))).toEqual([413, 'request.too_large', 'note0']);
    expect(toErrorSummary(await post(fill(1, 2_000_000)))).toEqual([413, 'request.too_large', 'note0']);
  });

  it('returns the file and the fields in any order', async () => {
    const answer = await post((form) => {
      form.append('before', '1');
      form.append('picture', createPngBlob(maxBytes), 'a.png');
      form.append('after', 'zwei');
    });
    expect(answer).toEqual({
      status: 200,
      body: { bytes: maxBytes, first: 7, last: 7, fields: { before: '1', after: 'zwei' } },
    });
  });

  it('returns 413 for a file above the limit', async () => {
    for (const bytes of [maxBytes + 1, 30_000_000])
      expect(toErrorSummary(await post((form) => form.append('picture', createPngBlob(bytes), 'a.png')))).toEqual([
        413,
        'request.too_large',
        'picture',
      ]);
  });

  it('leaves no temporary file of a rejected or aborted upload', async () => {
    const folder = await createTemporaryFolder();
    vi.stubEnv('TMPDIR', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    await post((form) => form.append('picture', createPngBlob(maxBytes + 1), 'a.png'));
    const head = 'content-disposition: form-data; name="picture"; filename="a.png"';
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    const aborted = once(app.server, 'request');
    socket.write(
      `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 90000\r\n\r\n--x\r\n${head}\r\n\r\n${'p'.repeat(50_000)}`,
    );
    const [request] = (await aborted) as [IncomingMessage];
    socket.destroy();
    await new Promise((resolve) => void request.once('close', resolve));
    await expect.poll(() => readdir(folder)).toEqual([]);
    vi.unstubAllEnvs();
    expect((await post((form) => form.append('picture', createPngBlob(5), 'a.png'))).status).toBe(200);
  });

  it.each<[string, (form: FormData) => void, unknown[]]>([
    ['no file', (form) => form.append('name', 'x'), [400, 'request.invalid', 'picture']],
    ['an empty file', (form) => form.append('picture', createPngBlob(0), 'a.png'), [400, 'request.invalid', 'picture']],
    [
      'a file under another name',
      (form) => form.append('other', createPngBlob(5), 'a.png'),
      [400, 'request.invalid', 'other'],
    ],
    [
      'two files',
      (form) => {
        form.append('picture', createPngBlob(5), 'a.png');
        form.append('picture', createPngBlob(5), 'b.png');
      },
      [400, 'request.malformed', 'picture'],
    ],
    [
      'too many fields',
      (form) => {
        for (let index = 0; index < 30; index++) form.append(`field${index}`, '1');
        form.append('picture', createPngBlob(5), 'a.png');
      },
      [400, 'request.malformed', 'picture'],
    ],
    ['a text where the file belongs', (form) => form.append('picture', 'text'), [400, 'request.invalid', 'picture']],
    [
      'the name of a prototype',
      (form) => {
        form.append('__proto__', 'x');
        form.append('picture', createPngBlob(5), 'a.png');
      },
      [400, 'request.malformed', 'picture'],
    ],
  ])('rejects %s', async (_name, fill, expected) => {
    expect(toErrorSummary(await post(fill))).toEqual(expected);
  });

  it('returns 415 when the body is not a form', async () => {
    const response = await fetch(address(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(toErrorSummary({ status: response.status, body: (await response.json()) as Answer['body'] })).toEqual([
      415,
      'request.unsupported_type',
      'picture',
    ]);
  });

  it.each([
    ['ends in the middle of the file', 'x', '--x\r\n$\r\n\r\nhalf a pic'],
    ['ends in the middle of a header', 'x', '--x\r\ncontent-dispo'],
    ['ends before it begins', 'x', ''],
    ['has another boundary', 'x', '--y\r\n$\r\n\r\nwhole\r\n--y--\r\n'],
    ['has a boundary of 300 letters', 'x'.repeat(300), ''],
    ['has no boundary', '', ''],
  ])('rejects a form that %s and keeps serving', async (_name, boundary, template) => {
    const body = template.replace('$', 'content-disposition: form-data; name="picture"; filename="a.png"');
    const headers = `content-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: ${body.length}`;
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\n${headers}\r\nconnection: close\r\n\r\n${body}`);
    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 [^]*request\.(malformed|invalid)/);
    expect((await post((form) => form.append('picture', createPngBlob(5), 'a.png'))).status).toBe(200);
  });
});
