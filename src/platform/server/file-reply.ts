import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** What a handler returns instead of JSON: a picture, a PDF, a page. */
export class FileReply {
  readonly body: Readable | Buffer | string;
  readonly contentType: string;
  readonly headers: Record<string, string>;

  constructor(body: Readable | Buffer | string, contentType: string, headers: Record<string, string> = {}) {
    this.body = body;
    this.contentType = contentType;
    this.headers = headers;
  }

  send(reply: FastifyReply): FastifyReply {
    return reply
      .headers({ 'cache-control': 'private, no-store', ...this.headers })
      .type(this.contentType)
      .send(this.body);
  }
}
