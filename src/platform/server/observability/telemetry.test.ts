import { Writable } from 'node:stream';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import cookie from '@fastify/cookie';
import { pino } from 'pino';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { telemetryEndpoints } from '#platform/shared/telemetry.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { registerEndpoints } from '#platform/server/http/endpoints.ts';
import type { Services } from '#platform/server/http/context.ts';
import { sendError } from '#platform/server/http/errors.ts';
import { createFeatureFlags } from '#platform/server/config/feature-flags.ts';
import { createPubSub } from '#platform/server/events/pubsub.ts';
import { createLoggerOptions, telemetryHandlers } from './telemetry.ts';
import { createAccessTokens } from '#platform/server/auth/access-tokens.ts';

const lines: string[] = [];
const log = pino(
  createLoggerOptions({ LOG_LEVEL: 'warn' }) as object,
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  }),
);
beforeEach(() => {
  lines.length = 0;
});
const written = (): Record<string, unknown> => JSON.parse(lines[0] ?? '{}') as Record<string, unknown>;

describe('createLoggerOptions', () => {
  test('redacts secrets and email addresses', () => {
    log.warn({ headers: { authorization: 'Bearer x', cookie: 'y', accept: 'z' }, email: 'ada@demo.test' }, 'logged');
    expect(written()).toMatchObject({
      headers: { authorization: '[redacted]', cookie: '[redacted]', accept: 'z' },
      email: '[redacted]',
      msg: 'logged',
    });
  });

  test('logs an error without the values that PostgreSQL quotes', () => {
    const error = Object.assign(new Error('no room for ada@demo.test'), {
      code: '23505',
      constraint: 'account_email',
      table: 'account',
      detail: 'Key (email)=(ada@demo.test) already exists.',
    });
    log.error({ err: error }, 'failed');
    expect(written()['err']).toMatchObject({
      message: 'no room for [email]',
      code: '23505',
      constraint: 'account_email',
    });
    expect(lines[0]).not.toContain('ada@demo.test');
  });
});

const onError = (error: unknown): never => {
  throw error;
};

describe('POST /api/telemetry/errors', async () => {
  const database = await createTestDatabase();
  const pubsub = await createPubSub({ database, connection: database.connection, onError });
  const flags = await createFeatureFlags(database, pubsub);
  const tokens = createAccessTokens(['a secret of at least thirty-two characters'], 'http://localhost');
  const app = Fastify({ loggerInstance: log as FastifyBaseLogger });
  app.setErrorHandler(sendError);
  await app.register(cookie);
  registerEndpoints(
    app,
    { database, pubsub, flags, tokens } as unknown as Services,
    telemetryEndpoints,
    telemetryHandlers,
  );
  afterAll(async () => {
    await app.close();
    await pubsub.close();
  });
  const send = (payload: object) => app.inject({ method: 'POST', url: '/api/telemetry/errors', payload });
  const error = { kind: 'call', message: 'failed for ada@demo.test', path: '/logbook?x=1', status: 500 };

  test('logs an error without personal data', async () => {
    const response = JSON.stringify({ name: 'Ada' });
    expect((await send({ ...error, correlationId: 'abcdefgh', response })).statusCode).toBe(200);
    expect(written()).toMatchObject({
      msg: 'browser error',
      browser: {
        kind: 'call',
        message: 'failed for [email]',
        path: '/logbook?[query]',
        status: 500,
        correlationId: 'abcdefgh',
        response: '{"name":"string"}',
        role: 'stranger',
      },
    });
  });

  test('keeps a correlation id with many digits', async () => {
    const correlationId = 'a1234567-0000-4000-8000-123456789012';
    expect((await send({ ...error, correlationId })).statusCode).toBe(200);
    expect(written()).toMatchObject({ browser: { correlationId } });
    expect((await send({ ...error, correlationId: 'ada@demo.test' })).statusCode).toBe(400);
  });

  test('accepts a response of at most 256 KB', async () => {
    expect((await send({ ...error, response: '"'.repeat(256 * 1024) })).statusCode).toBe(200);
    expect((await send({ ...error, response: 'x'.repeat(256 * 1024 + 1) })).statusCode).toBe(400);
    expect((await send({ ...error, response: 'x'.repeat(700 * 1024) })).statusCode).toBe(413);
  });

  test('rejects unknown kinds and fields', async () => {
    expect((await send({ ...error, kind: 'other' })).statusCode).toBe(400);
    expect((await send({ ...error, extra: 1 })).statusCode).toBe(400);
    expect(lines).toEqual([]);
  });

  test('logs nothing when the sample rate is 0', async () => {
    await flags.set(database.db, 'browser-error-sample-rate', 0, 'a test');
    await expect.poll(() => flags.number('browser-error-sample-rate')).toBe(0);
    expect((await send(error)).statusCode).toBe(200);
    expect(lines).toEqual([]);
  });
});
