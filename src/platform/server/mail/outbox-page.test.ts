import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import type { Services } from '#platform/server/http/context.ts';
import { sendError } from '#platform/server/http/errors.ts';
import { registerOutboxPage } from './outbox-page.ts';

const database = await createTestDatabase();

function serve(isProduction = false) {
  const app = Fastify();
  app.setErrorHandler(sendError);
  registerOutboxPage(app, { env: { isProduction }, database } as unknown as Services);
  return app;
}

async function write(subject: string, minute: number, to = 'ada@demo.test'): Promise<string> {
  const id = randomUUID();
  await database.db
    .insertInto('mail_outbox')
    .values({
      id,
      to_address: to,
      locale: 'en-US',
      subject,
      text: 'Open\nhttps://halocline.test/reset?a=1&b=2\n<script>alert(1)</script>',
      html: '<p title="x">Hello</p><script>alert(1)</script>',
      headers: JSON.stringify({ 'Message-ID': `<${id}@halocline.test>` }),
      created_at: new Date(Date.UTC(2026, 0, 1, 12, minute)),
    })
    .execute();
  return id;
}

describe('GET /dev/outbox', () => {
  test('shows an empty state', async () => {
    expect((await serve().inject('/dev/outbox')).body).toContain('No emails yet');
  });

  test('lists mails newest first and filters by recipient', async () => {
    const first = await write('The first', 1);
    await write('The <second>', 2, 'ben@demo.test');
    const { body } = await serve().inject('/dev/outbox');
    expect(body.indexOf('The &lt;second&gt;')).toBeGreaterThan(0);
    expect(body.indexOf('The &lt;second&gt;')).toBeLessThan(body.indexOf('The first'));
    expect(body).toContain(`href="/dev/outbox/${first}"`);
    const ben = await serve().inject('/dev/outbox?to=BEN@demo.test');
    expect(ben.body).toContain('The &lt;second&gt;');
    expect(ben.body).not.toContain('The first');
  });

  test('shows headers, text and HTML of a mail without running scripts', async () => {
    const id = await write('One', 3);
    const { body } = await serve().inject(`/dev/outbox/${id}`);
    expect(body).toContain(`&lt;${id}@halocline.test&gt;`);
    expect(body).toContain('<a href="https://halocline.test/reset?a=1&amp;b=2">');
    expect(body).toContain('srcdoc="&lt;p title=&quot;x&quot;&gt;Hello&lt;/p&gt;');
    expect(body).not.toContain('<script');
    expect(body).not.toContain('allow-scripts');
  });

  test('returns 404 for an unknown mail', async () => {
    expect((await serve().inject(`/dev/outbox/${randomUUID()}`)).statusCode).toBe(404);
    expect((await serve().inject("/dev/outbox/1' or true")).statusCode).toBe(404);
  });

  test('returns 404 in production', async () => {
    const id = await write('Secret', 4);
    expect((await serve(true).inject('/dev/outbox')).statusCode).toBe(404);
    expect((await serve(true).inject(`/dev/outbox/${id}`)).statusCode).toBe(404);
  });
});
