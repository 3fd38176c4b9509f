import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { accountNotices } from '#features/account/shared/notices.ts';
import { documents } from '#features/notifications/web/documents.ts';
import { notify, type NewNotification } from './notify.ts';

const portal = await testPortal();
const { services } = portal;
const { db, pool } = services.database;
const me = 400_001;
const diver = 'diver@demo.test';
const unknownId = '00000000-0000-4000-8000-000000000000';

const approved = { to: me, notice: accountNotices.photoApproved, values: { person: 'Maren' }, path: '/profile' };

const send = (changes: Partial<NewNotification> = {}) =>
  services.database.inTransaction('test', (tx) => notify(services, tx, { ...approved, ...changes }));

async function execute(document: string, variables: Record<string, unknown> = {}, email: string | null = diver) {
  const answer = (await portal.graphql(email, document, { me, ...variables })).json();
  return { data: answer.data, code: answer.errors?.[0]?.extensions?.code as string | undefined };
}

async function readPage(variables: Record<string, unknown> = {}) {
  return (await execute(documents.page, variables)).data.queryAllByAffiliateId;
}

async function createOne(): Promise<{ id: string }> {
  await send();
  return (await readPage()).items[0];
}

beforeEach(() => pool.query('delete from notification; delete from notification_choice; delete from mail_outbox'));

describe('notifications', () => {
  it('have the fields of the specification', async () => {
    await send({ values: { name: 'Maren', person: 'Maren Lindqvist' } });
    const { items, unread, nextToken } = await readPage();
    expect(items).toEqual([
      {
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        affiliate_id: me,
        timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
        read: false,
        name: expect.stringMatching(/\w/),
        url: '/profile',
        message: expect.stringMatching(/\w/),
        kind: 'account.photo_approved',
        version: 1,
      },
    ]);
    expect({ unread, nextToken }).toEqual({ unread: 1, nextToken: null });
  });

  it('can be read, unread, deleted and restored', async () => {
    const { id } = await createOne();
    expect((await execute(documents.update, { id, read: true })).data.updateNotification).toMatchObject({
      read: true,
      version: 2,
    });
    expect((await readPage({ unread: true })).items).toEqual([]);
    expect((await execute(documents.update, { id, read: false })).data.updateNotification.version).toBe(3);
    expect((await execute(documents.delete, { id })).data.deleteNotification).toEqual({ id });
    expect(await readPage()).toEqual({ items: [], unread: 0, nextToken: null });
    expect((await execute(documents.restore, { id })).data.restoreNotification).toMatchObject({ id, version: 5 });
    expect((await readPage()).unread).toBe(1);
  });

  it('change once when marked twice', async () => {
    const { id } = await createOne();
    await execute(documents.update, { id, read: true });
    expect((await execute(documents.update, { id, read: true })).data.updateNotification.version).toBe(2);
  });

  it('can all be marked as read', async () => {
    for (let count = 0; count < 3; count++) await send();
    expect((await execute(documents.readAll)).data.readAllNotifications.changed).toBe(3);
    expect((await readPage()).unread).toBe(0);
  });

  it('are rendered in the current language of the page', async () => {
    await send();
    const headers = { cookie: 'locale=de-DE' };
    const english = (await readPage()).items[0].name;
    const answer = (await portal.graphql(diver, documents.page, { me }, headers)).json();
    const german = services.messages.format('de-DE', 'account.mail.photo_approved.name');
    expect(answer.data.queryAllByAffiliateId.items[0].name).toBe(german);
    expect(english).toBe(services.messages.format('en-US', 'account.mail.photo_approved.name'));
  });
});

describe('queryAllByAffiliateId paging', () => {
  it('returns all without gaps or repeats, even with equal timestamps', async () => {
    await pool.query(
      `insert into notification (affiliate_id, timestamp, name, message, kind, locale)
       select $1, timestamptz '2026-11-01 10:00:00.123456Z' + make_interval(secs => n / 7), 'n', 'm', 'account.photo_approved', 'en-US'
       from generate_series(1, 100) n`,
      [me],
    );
    const seen: string[] = [];
    let next: string | null = null;
    let pages = 0;
    do {
      const page = await readPage({ next });
      seen.push(...page.items.map(({ id }: { id: string }) => id));
      next = page.nextToken;
      pages++;
    } while (next !== null);
    const { rows } = await pool.query('select id from notification order by timestamp desc, id desc');
    expect(seen).toEqual(rows.map(({ id }) => id));
    expect(pages).toBe(4);
  });

  it('uses the index without sorting', async () => {
    const { rows } = await pool.query(
      `explain select id from notification where affiliate_id = ${me} and deleted_at is null order by timestamp desc, id desc limit 30`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).not.toContain('Sort');
  });

  it('rejects an invalid token', async () => {
    for (const next of ['x', 'eyJ9', Buffer.from('["now","x"]').toString('base64url')])
      expect((await execute(documents.page, { next })).code).toBe('notifications.wrong_token');
  });
});

describe('access by another user', () => {
  it.each([
    ['page', {}],
    ['count', {}],
    ['readAll', {}],
    ['choices', {}],
    ['update', { read: true }],
    ['delete', {}],
    ['restore', {}],
    ['choose', { kind: 'account.photo_approved', portal: false, mail: false }],
  ] as const)('returns not_found: %s', async (name, variables) => {
    const { id } = await createOne();
    const { data, code } = await execute(documents[name], { id, ...variables }, 'student@demo.test');
    expect({ data, code }).toEqual({ data: null, code: 'not_found' });
    expect((await readPage()).unread).toBe(1);
  });

  it.each(['update', 'delete', 'restore'] as const)('cannot %s a notification under their own id', async (name) => {
    const { id } = await createOne();
    const { code } = await execute(documents[name], { id, read: true, me: 400_002 }, 'student@demo.test');
    expect(code).toBe('not_found');
  });

  it('returns session.missing without a session', async () => {
    expect((await execute(documents.page, {}, null)).code).toBe('session.missing');
  });
});

describe('invalid input', () => {
  it.each([
    ['an unknown id', 'update', { id: unknownId, read: true }, 'not_found'],
    ['an unknown id', 'delete', { id: unknownId }, 'not_found'],
    ['an invalid id', 'delete', { id: "'; drop table notification" }, 'request.invalid'],
    ['an id that was not deleted', 'restore', { id: unknownId }, 'not_found'],
    ['an unknown kind', 'choose', { kind: 'x', portal: true, mail: true }, 'notifications.unknown_kind'],
    [
      'a required kind',
      'choose',
      { kind: 'account.password_changed', portal: false, mail: false },
      'notifications.required',
    ],
  ] as const)('%s in %s is rejected', async (_name, document, variables, code) => {
    expect((await execute(documents[document], variables)).code).toBe(code);
  });

  it('a second deletion returns not_found and changes nothing', async () => {
    const { id } = await createOne();
    await execute(documents.delete, { id });
    expect((await execute(documents.delete, { id })).code).toBe('not_found');
    expect((await execute(documents.restore, { id })).code).toBeUndefined();
  });

  it('a page of a million items is rejected', async () => {
    const { code } = await execute(
      'query ($me: Int!) { queryAllByAffiliateId(affiliate_id: $me, limit: 1000000) { unread } }',
    );
    expect(code).toBe('request.invalid');
  });
});

describe('notification choices', () => {
  it('are listed with names and defaults', async () => {
    const { notificationChoices } = (await execute(documents.choices)).data;
    expect(notificationChoices.find(({ kind }: { kind: string }) => kind === 'account.photo_approved')).toEqual({
      kind: 'account.photo_approved',
      title: expect.stringMatching(/\w/),
      can_portal: true,
      can_mail: true,
      in_portal: true,
      by_mail: true,
      is_required: false,
    });
  });

  it.each([
    [true, true, 1, 1],
    [true, false, 1, 0],
    [false, true, 0, 1],
    [false, false, 0, 0],
  ])('portal %s and mail %s gives %i notifications and %i mails', async (inPortal, byMail, notes, mails) => {
    await execute(documents.choose, { kind: 'account.photo_approved', portal: inPortal, mail: byMail });
    await send();
    const { rows } = await pool.query(
      "select count(*)::int as mails from mail_outbox where to_address = 'diver@demo.test'",
    );
    expect({ notes: (await readPage()).items.length, mails: rows[0].mails }).toEqual({ notes, mails });
  });
});

describe('notify', () => {
  it('runs in the transaction of its cause', async () => {
    await expect(notify(services, db, approved)).rejects.toThrow('transaction');
    await expect(
      services.database.inTransaction('test', async (tx) => {
        await notify(services, tx, approved);
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect((await readPage()).items).toEqual([]);
    expect((await pool.query('select from mail_outbox')).rowCount).toBe(0);
  });

  it('sends a notification and a mail once per key', async () => {
    for (let count = 0; count < 3; count++) await send({ key: 'photo-1' });
    await execute(documents.choose, { kind: 'account.photo_approved', portal: false, mail: true });
    for (let count = 0; count < 3; count++) await send({ key: 'photo-2' });
    expect((await readPage()).items).toHaveLength(1);
    expect((await pool.query('select from mail_outbox')).rowCount).toBe(2);
  });

  it('adds one-click unsubscribe headers, except to required mails', async () => {
    await send();
    await send({ notice: accountNotices.passwordChanged });
    const { rows } = await pool.query('select headers from mail_outbox order by created_at');
    expect(rows[0].headers).toMatchObject({
      'List-Unsubscribe': expect.stringMatching(
        /^<http:\/\/localhost:3999\/unsubscribed\/en-US\?global_uid=[\da-f-]{36}&kind=account\.photo_approved>$/,
      ),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(rows[1].headers).not.toHaveProperty('List-Unsubscribe');
  });
});

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
      subject: 'About Ida: The new photo is approved',
      text: expect.stringMatching(/^Hello Adaeze,\n\nIda has no e-mail here yet, .+ meant for Ida:\n\nHello Ida,\n\n/),
    });
  });

  it.each([
    ['/profile', '/profile?for=400003'],
    ['/certifications/ecard/1/20', '/certifications/ecard/1/20?for=400003'],
    ['/training/medical-form?id=1', '/training/medical-form?id=1&for=400003'],
    ['/training/eRecord/open-water', '/family'],
    ['/training/my-promos', '/family'],
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
