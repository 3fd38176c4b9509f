import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createPageRequest } from '#test/support/api/payments-testing.ts';
import { callGateway } from '#features/payments/server/gateway/get-gateway.ts';
import { createStripeGateway } from '#features/payments/server/gateway/stripe-gateway.ts';
import { createS3FileStore } from '#platform/server/files/s3-file-store.ts';
import { toCodedError } from '#platform/server/http/errors.ts';
import { loadMessages } from '#platform/server/i18n/messages.ts';
import { createJobQueues, type JobContext } from '#platform/server/jobs/jobs.ts';
import { createMailer } from '#platform/server/mail/mailer.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { startSilentServer } from '#platform/testing/silent-server.ts';

const database = await createTestDatabase();
const { db } = database;
const { port, close } = await startSilentServer();
afterAll(close);

/** Fails if the work does not end in time, or does not fail. */
async function measureFailure(work: Promise<unknown>): Promise<{ error: unknown; seconds: number }> {
  const startedAt = performance.now();
  const error = await work.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  );
  return { error, seconds: (performance.now() - startedAt) / 1_000 };
}

describe('a service that accepts connections and never answers', () => {
  it.concurrent('does not hold up a payment, which is refused with payments.gateway_down', async () => {
    const gateway = await createStripeGateway({
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_API_URL: `http://127.0.0.1:${port}`,
    });
    const { error, seconds } = await measureFailure(callGateway(() => gateway.openPage(createPageRequest())));
    expect(toCodedError(error)).toMatchObject({ status: 503, code: 'payments.gateway_down' });
    expect(seconds).toBeLessThan(60);
  });

  it.concurrent.each(['put', 'read'] as const)(
    'does not hold up a file that is %s, which fails with 503',
    async (call) => {
      const files = createS3FileStore({
        bucket: 'blobs',
        endpoint: `http://127.0.0.1:${port}`,
        region: 'us-east-1',
        credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
      });
      const work = call === 'put' ? files.put('a/b', Buffer.from('x'), 'text/plain') : files.read('a/b');
      const { error, seconds } = await measureFailure(work);
      expect(toCodedError(error)).toMatchObject({ status: 503, code: 'server.overloaded', retryAfterS: 5 });
      expect(seconds).toBeLessThan(60);
    },
  );

  it.concurrent('does not hold up a mail, which stays in the outbox for the next try', async () => {
    const mailer = createMailer({
      env: {
        MAIL_FROM: 'portal@halocline.test',
        BASE_URL: 'https://halocline.test',
        SMTP_URL: `smtp://127.0.0.1:${port}`,
      } as never,
      messages: loadMessages(join(import.meta.dirname, '../..')),
      brandName: 'Bluewater',
    });
    await createJobQueues(database.pool, [mailer.job]);
    const mail = { to: 'a@demo.test', locale: 'en-US', template: 'identity.mail.reset', values: {} } as const;
    const { id } = await mailer.sendMail(db, {
      ...mail,
      values: { name: 'Ada', url: 'https://halocline.test' },
    });
    const ctx = { database, log: { warn: () => undefined }, now: new Date() } as unknown as JobContext;
    const { error, seconds } = await measureFailure(mailer.job.run(ctx, { id }));
    expect(error).toMatchObject({ message: expect.stringContaining('Greeting never received') as string });
    expect(seconds).toBeLessThan(60);
    const row = await db
      .selectFrom('mail_outbox')
      .select(['state', 'claimed_until'])
      .where('id', '=', id)
      .executeTakeFirst();
    expect(row).toEqual({ state: 'waiting', claimed_until: null });
    mailer.close();
  });
});
