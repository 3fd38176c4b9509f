import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** 303 with an empty body and a `location`, 304 with an empty body if the client has the current version. */
type FileStatus = 200 | 303 | 304;

/** The result of a handler that sends a file or page instead of JSON. */
export class FileReply {
  readonly body: Readable | Buffer | string;
  readonly contentType: string;
  readonly headers: Record<string, string>;
  readonly status: FileStatus;

  constructor(
    body: Readable | Buffer | string,
    contentType: string,
    headers: Record<string, string> = {},
    status: FileStatus = 200,
  ) {
    this.body = body;
    this.contentType = contentType;
    this.headers = headers;
    this.status = status;
  }

  send(reply: FastifyReply): FastifyReply {
    return reply
      .code(this.status)
      .headers({ 'cache-control': 'private, no-store', ...this.headers })
      .type(this.contentType)
      .send(this.body);
  }
}
