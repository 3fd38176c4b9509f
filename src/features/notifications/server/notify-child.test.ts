import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { accountNotices } from '#features/account/shared/notices.ts';
import { notify, type NewNotification } from './notify.ts';

const portal = await testPortal();
const { services } = portal;
const { pool } = services.database;

const approved = { notice: accountNotices.photoApproved, values: { person: 'Maren' }, path: '/profile' };
const send = (changes: Pick<NewNotification, 'to'> & Partial<NewNotification>) =>
  services.database.inTransaction('test', (tx) => notify(services, tx, { ...approved, ...changes }));

beforeEach(() => pool.query('delete from notification; delete from notification_choice; delete from mail_outbox'));

describe('notify for a child without an email address', () => {
  const child = 400_003;
  const mails = async () => (await pool.query('select to_address, subject, text, headers from mail_outbox')).rows;

  beforeEach(() => pool.query('update person set email = null where affiliate_id = $1', [child]));
  afterAll(() => pool.query("update person set email = 'minor@demo.test' where affiliate_id = $1", [child]));

  it('mails the guardians and names the child', async () => {
    await send({ to: child });
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to_address: 'guardian@demo.test',
      subject: 'For Ida: Your new photo is approved',
      text: expect.stringMatching(/^Hi Adaeze,\n\nIda doesn’t have an email address .+ instead:\n\nHi Ida,\n\n/),
    });
  });

  it.each([
    ['/profile', '/profile?for=400003'],
    ['/certifications/ecard/1/20', '/certifications/ecard/1/20?for=400003'],
    ['/training/medical-form?id=1', '/training/medical-form?id=1&for=400003'],
    ['/training/eRecord/open-water', '/family'],
    ['/training/my-promos', '/training/my-promos?for=400003'],
    ['/training/shop/orders/1', '/family'],
  ])('links %s to %s for guardians', async (path, leadsTo) => {
    await send({ to: child, path });
    const [mail] = await mails();
    expect(mail.text).toContain(`${portal.env.BASE_URL}${leadsTo}\n`);
  });

  it('respects the guardian’s choice, not the child’s', async () => {
    await send({ to: child });
    const [mail] = await mails();
    const path = mail.headers['List-Unsubscribe'].slice(1, -1).replace(portal.env.BASE_URL, '');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = 'List-Unsubscribe=One-Click';
    expect((await portal.app.inject({ method: 'POST', url: path, headers, payload })).statusCode).toBe(200);
    await send({ to: child });
    expect(await mails()).toHaveLength(1);
    await pool.query('delete from notification_choice');
    await pool.query(
      "insert into notification_choice (affiliate_id, kind, in_portal, by_mail) values ($1, 'account.photo_approved', true, false)",
      [child],
    );
    await send({ to: child });
    expect(await mails()).toHaveLength(2);
  });

  it('always sends required notifications', async () => {
    await pool.query(
      "insert into notification_choice (affiliate_id, kind, in_portal, by_mail) values (400004, 'account.password_changed', false, false)",
    );
    await send({ to: child, notice: accountNotices.passwordChanged });
    expect(await mails()).toHaveLength(1);
  });
});
