import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { startSmtpServer } from '#platform/testing/smtp-server.ts';
import type { Services } from '#platform/server/http/context.ts';
import { createJobQueues, type JobContext, type JobWorkers, startJobWorkers } from '#platform/server/jobs/jobs.ts';
import { createMailer, type Mail, type Mailer, deleteOldMails } from './mailer.ts';
import { loadMessages } from '#platform/server/i18n/messages.ts';
import { createPubSub } from '#platform/server/events/pubsub.ts';

const texts = {
  'en-US': {
    'welcome.subject': 'Welcome, {name}',
    'welcome.body': 'Hello {name},\n\nyou joined {brand}.\nEnjoy.',
    'reset.subject': 'A new password',
    'reset.body': 'Press the button.',
    'reset.action': 'Set a password',
  },
  'ar-SA': { 'reset.subject': 'كلمة مرور جديدة', 'reset.body': 'اضغط الزر.', 'reset.action': 'تعيين' },
};
const folder = await createTemporaryFolder();
await mkdir(join(folder, 'app/web/shell/messages'), { recursive: true });
for (const [locale, content] of Object.entries(texts)) {
  await writeFile(join(folder, `app/web/shell/messages/${locale}.json`), JSON.stringify(content));
}
const messages = loadMessages(folder);

const database = await createTestDatabase();
const { db } = database;
const onError = (error: unknown): never => {
  throw error;
};
const pubsub = await createPubSub({ database, connection: database.connection, onError });
const services = { database, pubsub, env: { LOG_LEVEL: 'silent' } } as unknown as Services;

const smtp = await startSmtpServer();
const { received, rejections, url: smtpUrl } = smtp;

const open: (() => Promise<void> | void)[] = [];
function mailer(url?: string): Mailer {
  const env = { MAIL_FROM: 'portal@halocline.test', BASE_URL: 'https://halocline.test' };
  const mail = createMailer({
    env: { ...env, ...(url ? { SMTP_URL: url } : {}) } as never,
    messages,
    brandName: 'Bluewater "B" <Divers>',
  });
  open.push(() => mail.close());
  return mail;
}
await createJobQueues(database.pool, [mailer().job]);
async function work(mail: Mailer): Promise<JobWorkers> {
  const jobs = await startJobWorkers(services, [mail.job]);
  open.push(() => jobs.stop());
  return jobs;
}
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
  received.length = 0;
});
afterAll(async () => {
  await pubsub.close();
});

const welcome: Mail = {
  to: 'ada@demo.test',
  locale: 'en-US',
  template: 'welcome',
  values: { name: 'Ada <b>&"' },
  affiliateId: 7,
};
const stored = (id: string) => db.selectFrom('mail_outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const ctx = { database, services, now: new Date(), log: { warn: () => undefined } } as unknown as JobContext;
const claimedForS = async (id: string) =>
  ((await stored(id)).claimed_until?.getTime() ?? 0) / 1_000 - Date.now() / 1_000;
const stateOf = async (id: string) => (await stored(id)).state;

describe('createMailer', () => {
  test('renders the template and escapes HTML in values', async () => {
    const { id } = await mailer().sendMail(db, welcome);
    const mail = await stored(id);
    expect(mail).toMatchObject({
      to_address: 'ada@demo.test',
      subject: 'Welcome, Ada <b>&"',
      affiliate_id: 7,
      state: 'waiting',
    });
    expect(mail.text).toBe(
      'Hello Ada <b>&",\n\nyou joined Bluewater "B" <Divers>.\nEnjoy.\n\n-- \nBluewater "B" <Divers>\n',
    );
    expect(mail.html).toContain('Hello Ada &lt;b&gt;&amp;&quot;,</p>');
    expect(mail.html).toContain('&lt;Divers&gt;.<br>Enjoy.');
    expect(mail.html).not.toContain('<b>');
    expect(mail.html).toContain('<html lang="en-US" dir="ltr">');
  });

  test('uses the language and direction of the recipient, with a button', async () => {
    const url = 'https://halocline.test/reset?a=1&b="2"';
    const { id } = await mailer().sendMail(db, { ...welcome, locale: 'ar-SA', template: 'reset', values: { url } });
    const mail = await stored(id);
    expect(mail).toMatchObject({ subject: 'كلمة مرور جديدة', locale: 'ar-SA' });
    expect(mail.html).toContain('<html lang="ar-SA" dir="rtl">');
    expect(mail.html).toContain('href="https://halocline.test/reset?a=1&amp;b=&quot;2&quot;"');
    expect(mail.text).toContain(`تعيين:\n${url}\n`);
  });

  test('is left-to-right when it falls back to English', async () => {
    const { id } = await mailer().sendMail(db, { ...welcome, locale: 'ar-SA' });
    expect((await stored(id)).html).toContain('<html lang="en-US" dir="ltr">');
  });

  test('rejects an invalid address', async () => {
    for (const to of ['ada', 'a@b.test, c@d.test', 'a@b.test\nBcc: c@d.test']) {
      await expect(mailer().sendMail(db, { ...welcome, to })).rejects.toThrow('Invalid email');
    }
  });

  test('stays in the outbox when no mail server is configured', async () => {
    const mail = mailer();
    await work(mail);
    const { id } = await database.inTransaction('mail', (tx) => mail.sendMail(tx, welcome));
    await expect.poll(() => stateOf(id)).toBe('kept');
    expect(await stored(id)).toMatchObject({ sent_at: null, attempts: 0 });
  });

  test('is sent when the transaction commits and not when it rolls back', async () => {
    const mail = mailer(smtpUrl);
    await work(mail);
    const failing = database.inTransaction('failing', async (tx) => {
      await mail.sendMail(tx, { ...welcome, to: 'never@demo.test' });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    const { id } = await database.inTransaction('mail', (tx) => mail.sendMail(tx, welcome));
    await expect.poll(() => stateOf(id)).toBe('sent');
    expect(received).toHaveLength(1);
    expect(received[0]?.to).toEqual(['RCPT TO:<ada@demo.test>']);
    expect(received[0]?.data).toContain(`Message-ID: <${id}@halocline.test>`);
    expect(received[0]?.data).toContain('multipart/alternative');
    expect((await stored(id)).sent_at).toBeInstanceOf(Date);
  });

  test.each([
    ['sent', []],
    ['refused', ['550 no such person']],
  ])('deletes the text of a mail that was %s', async (state, answers) => {
    rejections.push(...answers);
    const mail = mailer(smtpUrl);
    const url = 'https://halocline.test/login/reset/secret';
    const { id } = await mail.sendMail(db, { ...welcome, template: 'reset', values: { url } });
    expect(JSON.stringify(await stored(id))).toContain(url);
    await mail.job.run(ctx, { id });
    expect(await stored(id)).toMatchObject({ state, to_address: 'ada@demo.test', text: '', html: '' });
    expect(JSON.stringify(await stored(id))).not.toContain('secret');
  });

  test('is deleted after thirty days', async () => {
    // Ids without a time.
    const old = randomUUID();
    const recent = randomUUID();
    for (const [id, age] of [
      [old, '30 days 1 minute'],
      [recent, '29 days 23 hours'],
    ]) {
      const sent = await mailer().sendMail(db, welcome);
      await database.pool.query(
        "update mail_outbox set id = $1, state = 'kept', created_at = now() - $2::interval where id = $3",
        [id, age, sent.id],
      );
    }
    expect(await deleteOldMails(db)).toBe(1);
    await expect(stored(old)).rejects.toThrow('no result');
    expect(await stored(recent)).toMatchObject({ state: 'kept' });
  });

  test('is sent once when its job runs several times', async () => {
    const mail = mailer(smtpUrl);
    await work(mail);
    const { id } = await mail.sendMail(db, welcome);
    await expect.poll(() => stateOf(id)).toBe('sent');
    await Promise.all([mail.job.run(ctx, { id }), mail.job.run(ctx, { id })]);
    expect(received).toHaveLength(1);
  });

  test('is retried after a temporary error of the mail server', async () => {
    rejections.push('451 try later');
    const mail = mailer(smtpUrl);
    const { id } = await mail.sendMail(db, welcome);
    await expect(mail.job.run(ctx, { id })).rejects.toThrow('451');
    expect(await stored(id)).toMatchObject({ state: 'waiting', attempts: 1, sent_at: null });
    await mail.job.run(ctx, { id });
    expect(await stored(id)).toMatchObject({ state: 'sent', attempts: 2, last_error: null });
  });

  test('is not retried after a permanent error of the mail server', async () => {
    rejections.push('550 no such person');
    const mail = mailer(smtpUrl);
    await work(mail);
    const { id } = await mail.sendMail(db, welcome);
    await expect.poll(() => stateOf(id)).toBe('refused');
    expect((await stored(id)).last_error).toContain('no such person');
    expect(received).toEqual([]);
  });

  test('stays in the outbox when the mail server is unreachable', async () => {
    const mail = mailer('smtp://127.0.0.1:1');
    const { id } = await mail.sendMail(db, welcome);
    await expect(mail.job.run(ctx, { id })).rejects.toThrow('ECONNREFUSED');
    expect(await stored(id)).toMatchObject({ state: 'waiting', attempts: 1 });
  });

  test('is sent by one process only while the mail server is slow', async () => {
    const mail = mailer(smtpUrl);
    const { id } = await mail.sendMail(db, welcome);
    smtp.hold();
    const sending = mail.job.run(ctx, { id });
    await expect.poll(() => smtp.held).toBe(1);
    await expect(mailer(smtpUrl).job.run(ctx, { id })).rejects.toThrow('another process');
    // The claim is renewed long before it expires.
    await database.pool.query("update mail_outbox set claimed_until = now() + interval '1 second' where id = $1", [id]);
    await expect.poll(() => claimedForS(id)).toBeGreaterThan(10);
    smtp.release();
    await sending;
    expect(await stored(id)).toMatchObject({ state: 'sent', attempts: 1, claimed_until: null });
    expect(received).toHaveLength(1);
  });

  test('is sent by another process once the claim of a dead one expires', async () => {
    const mail = mailer(smtpUrl);
    const { id } = await mail.sendMail(db, welcome);
    const claim = (end: string) =>
      database.pool.query('update mail_outbox set claimed_until = now() + $2::interval where id = $1', [id, end]);
    await claim('1 minute');
    await expect(mail.job.run(ctx, { id })).rejects.toThrow('another process');
    expect(await stored(id)).toMatchObject({ state: 'waiting', attempts: 0 });
    await claim('-1 second');
    await mail.job.run(ctx, { id });
    expect(await stateOf(id)).toBe('sent');
    expect(received).toHaveLength(1);
  });

  test('stays sent when a late attempt of another process fails', async () => {
    const mail = mailer(smtpUrl);
    const { id } = await mail.sendMail(db, welcome);
    smtp.hold();
    const late = mail.job.run(ctx, { id });
    late.catch(() => undefined);
    await expect.poll(() => smtp.held).toBe(1);
    await database.pool.query("update mail_outbox set state = 'sent', sent_at = now(), attempts = 1 where id = $1", [
      id,
    ]);
    rejections.push('451 try later');
    smtp.release();
    await expect(late).rejects.toThrow('451');
    expect(await stored(id)).toMatchObject({ state: 'sent', attempts: 1, last_error: null });
  });
});
