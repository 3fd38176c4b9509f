import { type Attributes, type Span, trace, type Tracer } from '@opentelemetry/api';
import Fastify from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { createFlags } from './flags.ts';
import { createPubSub } from './pubsub.ts';
import { traceRequests, traceWork } from './tracing.ts';

/** What an OpenTelemetry SDK would have been told. */
const ended: { name: string; attributes: Attributes; status?: number }[] = [];
function recordSpan(name: string, attributes: Attributes = {}): Span {
  const record: (typeof ended)[number] = { name, attributes: { ...attributes } };
  return {
    setAttribute: (key: string, value: string) => void (record.attributes[key] = value),
    setStatus: ({ code }: { code: number }) => void (record.status = code),
    end: () => void ended.push(record),
  } as unknown as Span;
}
trace.setGlobalTracerProvider({
  getTracer: () =>
    ({
      startSpan: (name, options) => recordSpan(name, options?.attributes),
      startActiveSpan: (name: string, work: (span: Span) => unknown) => work(recordSpan(name)),
    }) as Tracer,
});

const database = await testDatabase();
const onError = (error: unknown): never => {
  throw error;
};
const pubsub = await createPubSub({ connection: database.connection, onError });
const flags = await createFlags(database, pubsub);
const app = Fastify({ genReqId: () => 'a-correlation-id' });
traceRequests(app, flags);
app.get('/dives/:id', async () => 'a dive');
app.get('/broken', async () => {
  throw new Error('broken');
});
afterAll(async () => {
  await app.close();
  await pubsub.close();
});

async function sample(rate: number): Promise<void> {
  await flags.set(database.db, 'trace-sample-rate', rate, 'a test');
  await expect.poll(() => flags.number('trace-sample-rate')).toBe(rate);
  ended.length = 0;
}

describe('traces', () => {
  test('tell of each request by its route and its correlation id, and of failures', async () => {
    await sample(1);
    await app.inject('/dives/123456');
    await app.inject('/broken');
    expect(ended).toEqual([
      {
        name: 'GET /dives/:id',
        attributes: {
          'http.request.method': 'GET',
          'http.route': '/dives/:id',
          'correlation.id': 'a-correlation-id',
          'http.response.status_code': 200,
        },
      },
      expect.objectContaining({ name: 'GET /broken', status: 2 }),
    ]);
  });

  test('are not made when the flag says none', async () => {
    await sample(0);
    await app.inject('/dives/1');
    expect(ended).toEqual([]);
  });

  test('tell of background work, also when it fails', async () => {
    await sample(0);
    expect(await traceWork('job mail', async () => 'done')).toBe('done');
    const failing = traceWork('job mail', async () => {
      throw new Error('not sent');
    });
    await expect(failing).rejects.toThrow('not sent');
    expect(ended.map(({ status }) => status)).toEqual([undefined, 2]);
  });
});
