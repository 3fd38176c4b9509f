import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { accountNotices } from '#features/account/shared/notices.ts';
import { paymentNotices } from '#features/payments/shared/notices.ts';
import { documents } from '#features/notifications/web/documents.ts';
import { notify, type NewNotification } from './notify.ts';
import { findRecipient } from './queries.ts';

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

  it('have amounts in the current language of the page', async () => {
    const values = { what: 'Deep Diver', amount: { minor: 129_900, currency: 'EUR' }, isTheirs: 'no' };
    await send({ notice: paymentNotices.notReturned, values });
    const answer = (await portal.graphql(diver, documents.page, { me }, { cookie: 'locale=de-DE' })).json();
    expect(answer.data.queryAllByAffiliateId.items[0].name).toContain('1.299,00\u00A0€');
    expect((await readPage()).items[0].name).toContain('€1,299.00');
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
    ['mute', { group: 'account', muted: true }],
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
      group: 'account',
      title: expect.stringMatching(/\w/),
      can_portal: true,
      can_mail: true,
      in_portal: true,
      by_mail: true,
      is_required: false,
      is_muted: false,
    });
  });

  it('lists only kinds that can reach the person', async () => {
    const kinds = async (email: string, id: number): Promise<string[]> =>
      (await execute(documents.choices, { me: id }, email)).data.notificationChoices.map(
        ({ kind }: { kind: string }) => kind,
      );
    const own = await kinds(diver, me);
    expect(own).toContain('logbook.verified');
    for (const kind of ['logbook.submitted', 'logbook.child_verified', 'applications.at_desk', 'forms.received'])
      expect(own).not.toContain(kind);
    expect(await kinds('guardian@demo.test', 400_004)).toContain('logbook.child_verified');
    expect(await kinds('staff@demo.test', 400_008)).toContain('applications.at_desk');
    const ofStore = await kinds('store@demo.test', 400_007);
    expect(ofStore).toEqual(expect.arrayContaining(['forms.received', 'dsd.guest_ready', 'shop.order_paid']));
    expect(ofStore.filter((kind) => /^(logbook|club|certifications)\./.test(kind))).toEqual([]);
  });

  it('turns a group off and on without losing single choices, also of kinds that are hidden', async () => {
    await pool.query(
      "insert into notification_choice (affiliate_id, kind, in_portal, by_mail) values ($1, 'account.child_email_changed', false, true)",
      [me],
    );
    await execute(documents.choose, { kind: 'account.photo_approved', portal: true, mail: false });
    const mute = async (muted: boolean) =>
      (await execute(documents.mute, { group: 'account', muted })).data.muteNotificationGroup.find(
        ({ kind }: { kind: string }) => kind === 'account.photo_approved',
      );
    expect(await mute(true)).toMatchObject({ in_portal: false, by_mail: false, is_muted: true });
    await send();
    await send({ notice: accountNotices.passwordChanged });
    expect((await readPage()).items.map(({ kind }: { kind: string }) => kind)).toEqual(['account.password_changed']);
    expect(await mute(false)).toMatchObject({ in_portal: true, by_mail: false, is_muted: false });
    await send();
    expect((await readPage()).items).toHaveLength(2);
    const { rows } = await pool.query(
      "select in_portal, by_mail, is_muted from notification_choice where kind = 'account.child_email_changed'",
    );
    expect(rows).toEqual([{ in_portal: false, by_mail: true, is_muted: false }]);
    expect((await execute(documents.mute, { group: 'nothing', muted: true })).code).toBe('notifications.unknown_kind');
  });

  it('returns to the defaults when a group is turned on whose kinds were all turned off', async () => {
    for (const kind of ['logbook.verified', 'logbook.returned', 'logbook.imported', 'logbook.import_failed'])
      await execute(documents.choose, { kind, portal: false, mail: false });
    const { muteNotificationGroup: choices } = (await execute(documents.mute, { group: 'logbook', muted: false })).data;
    expect(choices).toMatchObject([
      { kind: 'logbook.verified', in_portal: true, by_mail: true },
      { kind: 'logbook.returned', in_portal: true, by_mail: true },
      { kind: 'logbook.imported', in_portal: true, by_mail: false },
      { kind: 'logbook.import_failed', in_portal: true, by_mail: false },
    ]);
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
  it('finds the recipient by index among many people', async () => {
    const client = await pool.connect();
    // Deleting a person searches every table that refers to people, so these are rolled back.
    onTestFinished(() => client.query('rollback').then(() => client.release()));
    await client.query('begin');
    await client.query(
      `insert into person (affiliate_id, sub) select 800000 + n, 'many-' || n from generate_series(1, 3000) n`,
    );
    await client.query('analyze person');
    const values = findRecipient.toValues({ affiliateId: me, kind: approved.notice.kind });
    const { rows } = await client.query(`explain ${findRecipient.text}`, values);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(/Seq Scan on person/);
  });

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

  it('adds a footer with the reason and the address of one-click unsubscribe, except to required mails', async () => {
    await send();
    await send({ notice: accountNotices.passwordChanged });
    const { rows } = await pool.query('select text, html, headers from mail_outbox order by created_at');
    const url: string = rows[0].headers['List-Unsubscribe'].slice(1, -1);
    const reason = 'You’re getting this because email notifications are on for “Photo approved”.';
    const manageUrl = `${portal.env.BASE_URL}/preferences/notifications`;
    expect(rows[0].text).toContain(`\n${reason}\nManage emails: ${manageUrl}\nUnsubscribe: ${url}\n`);
    const line = new RegExp(
      `${reason} · <a href="(.+?)".*?>Manage emails</a> · <a href="(.+?)".*?>Unsubscribe</a></p>`,
    );
    expect(line.exec(rows[0].html)?.slice(1)).toEqual([manageUrl, url.replace('&', '&amp;')]);
    for (const content of [rows[1].text, rows[1].html]) {
      expect(content).not.toContain('You’re getting this because');
      expect(content).not.toContain('/unsubscribed/');
    }
  });

  it('sends no mail if another one tells about the same event', async () => {
    await send({ isMailed: false });
    expect((await readPage()).items).toHaveLength(1);
    expect((await pool.query('select from mail_outbox')).rowCount).toBe(0);
  });
});
