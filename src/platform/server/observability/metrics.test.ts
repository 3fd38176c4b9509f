import Fastify from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { sendError } from '#platform/server/http/errors.ts';
import type { Services } from '#platform/server/http/context.ts';
import { declareJobs, recordJob, registerMetrics } from './metrics.ts';

const database = await createTestDatabase();
const token = 'a-token-of-the-scraper';
const app = Fastify();
app.setErrorHandler(sendError);
registerMetrics(app, { env: { METRICS_TOKEN: token }, database } as unknown as Services);
// The registry belongs to the process, so these tests use a route and jobs that no other test has.
app.get('/metrics-test/:id', async () => 'a dive');
afterAll(() => app.close());

function scrape(headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') {
  return app.inject({ url: '/metrics', headers, remoteAddress });
}

/** The current value of a counter, which earlier requests of this process may have increased. */
const readMetric = (text: string, line: string) => Number(text.split(`${line} `)[1]?.split('\n')[0] ?? 0);

describe('GET /metrics', () => {
  test('counts requests by route template, never by URL', async () => {
    const nowhere = 'halocline_request_duration_seconds_count{method="GET",route="none",status="404"}';
    const before = readMetric((await scrape()).body, nowhere);
    await app.inject('/metrics-test/123456');
    await app.inject('/metrics-test/654321');
    await app.inject('/nowhere/at/all');
    const text = (await scrape()).body;
    expect(text).toContain(
      'halocline_request_duration_seconds_count{method="GET",route="/metrics-test/:id",status="200"} 2',
    );
    expect(readMetric(text, nowhere)).toBe(before + 1);
    expect(text).not.toContain('654321');
    expect(text).not.toContain('nowhere');
  });

  test('includes jobs, connections and the process', async () => {
    const beforeS = Date.now() / 1_000;
    recordJob('metrics-test', 'completed', 20);
    recordJob('metrics-test', 'failed', 20);
    await database.inTransaction('metrics', async () => undefined);
    const text = (await scrape()).body;
    expect(text).toContain('halocline_job_duration_seconds_count{job="metrics-test",result="completed"} 1');
    expect(text).toContain('halocline_job_duration_seconds_count{job="metrics-test",result="failed"} 1');
    const finishedAt = readMetric(text, 'halocline_job_finished_timestamp_seconds{job="metrics-test",result="failed"}');
    expect(finishedAt).toBeGreaterThanOrEqual(beforeS);
    expect(finishedAt).toBeLessThanOrEqual(Date.now() / 1_000);
    expect(text).toContain('halocline_pool_connections{state="open"} 1');
    expect(text).toContain('halocline_transactions_repeated_total{sqlstate="40P01"} 0');
    expect(text).toContain('nodejs_eventloop_lag_seconds');
  });

  test('includes jobs that have not run', async () => {
    recordJob('declared', 'failed', 20);
    declareJobs(['declared']);
    const text = (await scrape()).body;
    const values = ['failed', 'completed'].map((result) =>
      ['duration_seconds_count', 'finished_timestamp_seconds'].map((name) => {
        const [, value] = text.split(`halocline_job_${name}{job="declared",result="${result}"} `);
        return value === undefined ? 'missing' : Number.parseFloat(value) > 0;
      }),
    );
    expect(values).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  test.each([
    ['this machine', {}, '127.0.0.1', 200],
    ['this machine, by IPv6', {}, '::1', 200],
    ['an external client', {}, '203.0.113.9', 404],
    ['an external client behind a proxy on this machine', { 'x-forwarded-for': '203.0.113.9' }, '127.0.0.1', 404],
    ['an external client who claims to be this machine', { 'x-forwarded-for': '127.0.0.1' }, '203.0.113.9', 404],
    ['a scraper with the token', { authorization: `Bearer ${token}` }, '203.0.113.9', 200],
    ['a scraper with a wrong token', { authorization: 'Bearer a-token-of-the-scrapeR' }, '203.0.113.9', 404],
  ])('checks access for %s', async (_caller, headers, address, status) => {
    expect((await scrape(headers as Record<string, string>, address)).statusCode).toBe(status);
  });
});
