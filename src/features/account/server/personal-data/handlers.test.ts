import { describe, expect, it } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { exportData } from './export.ts';
import { createJobContext, listQueuedJobs } from './personal-data-testing.ts';

const portal = await testPortal();
const { pool } = portal.services.database;
const diver = 'diver@demo.test';
const guardian = 'guardian@demo.test';
const child = 400_003;
const password = 'Diver123';

const exportsOf = (affiliateId: number) => `/api/account/user/${affiliateId}/exports`;
const deletionOf = (affiliateId: number) => `/api/account/user/${affiliateId}/deletion`;

async function requestError(...request: Parameters<typeof portal.request>): Promise<[number, string]> {
  const answer = await portal.request(...request);
  return [answer.statusCode, answer.json()?.errors?.[0]?.code];
}

async function countOf(table: string, affiliateId: number): Promise<number> {
  const { rows } = await pool.query(`select 1 from ${table} where affiliate_id = $1`, [affiliateId]);
  return rows.length;
}

async function actionsOn(affiliateId: number): Promise<string[]> {
  const { rows } = await pool.query<{ action: string }>(
    'select action from audit_entry where subject = $1 order by seq',
    [`person:${affiliateId}`],
  );
  return rows.map(({ action }) => action);
}

async function mailsTo(address: string): Promise<string[]> {
  const { rows } = await pool.query<{ subject: string }>(
    'select subject from mail_outbox where to_address = $1 order by created_at, id',
    [address],
  );
  return rows.map(({ subject }) => subject);
}

async function prepare(email: string, affiliateId: number): Promise<string> {
  const { id } = (await portal.request(email, 'POST', exportsOf(affiliateId))).json();
  await exportData.run(createJobContext(portal), { affiliateId, id });
  return id;
}

describe('exports and deletions', () => {
  const id = crypto.randomUUID();
  it.each([
    ['POST', exportsOf(400_001), undefined],
    ['GET', `${exportsOf(400_001)}/${id}`, undefined],
    ['POST', `${exportsOf(400_001)}/${id}/link`, undefined],
    ['POST', deletionOf(400_001), { password }],
    ['DELETE', deletionOf(400_001), undefined],
  ] as const)('are rejected for other people: %s %s', async (method, url, payload) => {
    expect(await requestError('student@demo.test', method, url, payload)).toEqual([404, 'not_found']);
    expect(await requestError(guardian, method, url, payload)).toEqual([404, 'not_found']);
    expect(await requestError('staff@demo.test', method, url, payload)).toEqual([403, 'access.denied']);
    expect(await requestError(null, method, url, payload)).toEqual([401, 'session.missing']);
    expect(await countOf('data_export', 400_001)).toBe(0);
    expect(await countOf('account_deletion', 400_001)).toBe(0);
  });
});

describe('an export request', () => {
  it('queues a job, and returns 409 while another export is open', async () => {
    const answer = await portal.request(diver, 'POST', exportsOf(400_001));
    expect(answer.json()).toMatchObject({ state: 'waiting', progress: 0, bytes: null, readyAt: null, expiresAt: null });
    const { id } = answer.json();
    expect(await listQueuedJobs(portal, exportData)).toEqual([{ affiliateId: 400_001, id }]);
    expect(await requestError(diver, 'POST', exportsOf(400_001))).toEqual([409, 'account.export_running']);
    expect(await requestError(diver, 'POST', `${exportsOf(400_001)}/${id}/link`)).toEqual([
      409,
      'account.export_running',
    ]);
    await exportData.run(createJobContext(portal), { affiliateId: 400_001, id });
    expect((await portal.request(diver, 'GET', `${exportsOf(400_001)}/${id}`)).json()).toMatchObject({
      state: 'ready',
      bytes: expect.toSatisfy((bytes) => bytes > 1_000),
    });
    expect((await portal.request(diver, 'POST', exportsOf(400_001))).statusCode).toBe(200);
  });

  it('returns 404 for another person’s export', async () => {
    const id = await prepare('store@demo.test', 400_007);
    expect(await requestError(diver, 'GET', `${exportsOf(400_001)}/${id}`)).toEqual([404, 'not_found']);
    expect(await requestError(diver, 'POST', `${exportsOf(400_001)}/${id}/link`)).toEqual([404, 'not_found']);
    expect(await requestError(diver, 'GET', `${exportsOf(400_001)}/none`)).toEqual([400, 'request.invalid']);
  });

  it('is limited to five a day', async () => {
    for (let count = 0; count < 5; count++) await prepare('candidate@demo.test', 400_006);
    const answer = await portal.request('candidate@demo.test', 'POST', exportsOf(400_006));
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([429, 'rate.limited']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(60_000);
    expect(await countOf('data_export', 400_006)).toBe(5);
  });

  it('for a child notifies and audits the guardian', async () => {
    const id = await prepare(guardian, child);
    expect((await portal.request(guardian, 'POST', `${exportsOf(child)}/${id}/link`)).statusCode).toBe(200);
    expect(await actionsOn(child)).toEqual(['account.export_requested', 'account.export_downloaded']);
    expect(await mailsTo(guardian)).toEqual(['Your data export is ready']);
    const { rows } = await pool.query('select text from mail_outbox where to_address = $1', [guardian]);
    expect(rows[0]?.text).toContain('Ida Okafor');
    expect(rows[0]?.text).toContain(`/account?for=${child}`);
  });
});

describe('a download', () => {
  it('works once per link', async () => {
    const id = await prepare('instructor@demo.test', 400_005);
    const link = async () =>
      new URL((await portal.request('instructor@demo.test', 'POST', `${exportsOf(400_005)}/${id}/link`)).json().url)
        .pathname;
    const first = await link();
    expect((await portal.request(null, 'GET', first)).statusCode).toBe(200);
    expect(await requestError(null, 'GET', first)).toEqual([410, 'account.download_expired']);
    const late = await link();
    await pool.query("update link_token set expires_at = now() where purpose = 'account.export'");
    expect(await requestError(null, 'GET', late)).toEqual([410, 'account.download_expired']);
    expect(await requestError(null, 'GET', '/api/account/exports/nonsense')).toEqual([410, 'account.download_expired']);
  });

  it('is not used up by a HEAD request', async () => {
    const id = await prepare('guardian@demo.test', 400_004);
    const { url } = (await portal.request(guardian, 'POST', `${exportsOf(400_004)}/${id}/link`)).json();
    const { pathname } = new URL(url);
    expect((await portal.request(null, 'HEAD', pathname)).statusCode).toBeGreaterThanOrEqual(400);
    expect((await portal.request(null, 'GET', pathname)).statusCode).toBe(200);
  });

  it('returns 410 when the file is gone', async () => {
    const id = await prepare('store@demo.test', 400_007);
    const url = (await portal.request('store@demo.test', 'POST', `${exportsOf(400_007)}/${id}/link`)).json().url;
    await portal.services.files.delete(`exports/${id}.zip`);
    expect(await requestError(null, 'GET', new URL(url).pathname)).toEqual([410, 'account.download_expired']);
  });
});

describe('a deletion request', () => {
  it('is rejected for the only guardian of a minor, with and without an address', async () => {
    const { db } = portal.services.database;
    const setEmail = (email: string | null) =>
      db.updateTable('person').set({ email }).where('affiliate_id', '=', child).execute();
    for (const email of ['minor@demo.test', null]) {
      await setEmail(email);
      expect(await requestError(guardian, 'POST', deletionOf(400_004), { password })).toEqual([
        409,
        'account.only_guardian',
      ]);
    }
    expect(await countOf('account_deletion', 400_004)).toBe(0);
    await setEmail('minor@demo.test');
  });

  it('counts only guardians who stay', async () => {
    const ask = () => requestError(guardian, 'POST', deletionOf(400_004), { password });
    await pool.query('insert into guardian_link (affiliate_id, guardian_id) values ($1, 400001)', [child]);
    await pool.query(
      "insert into account_deletion (affiliate_id, requested_by, due_at) values (400001, 400001, now() + interval '1 day')",
    );
    expect(await ask()).toEqual([409, 'account.only_guardian']);
    await pool.query('delete from account_deletion where affiliate_id = 400001');
    expect((await ask())[0]).toBe(200);
    expect((await portal.request(guardian, 'DELETE', deletionOf(400_004))).statusCode).toBe(200);
    await pool.query('delete from guardian_link where guardian_id = 400001');
  });

  it('needs the password, and stores nothing without it', async () => {
    const wrong = await portal.request(diver, 'POST', deletionOf(400_001), { password: 'Wrong123' });
    expect(wrong.json().errors[0]).toMatchObject({ code: 'identity.incorrect_password', path: 'password' });
    expect(await requestError(diver, 'POST', deletionOf(400_001), {})).toEqual([403, 'identity.incorrect_password']);
    const empty = await portal.request(diver, 'POST', deletionOf(400_001), { password: '' });
    expect(empty.json().errors[0]).toMatchObject({ code: 'request.invalid', path: 'password' });
    expect(await countOf('account_deletion', 400_001)).toBe(0);
    expect(await mailsTo(diver)).not.toContain(expect.stringContaining('deleted'));
  });

  it('limits password attempts', async () => {
    const codes = new Set<string>();
    for (let count = 0; count < 12; count++)
      codes.add(
        (await requestError('student@demo.test', 'POST', deletionOf(400_002), { password: `Wrong${count}` }))[1],
      );
    expect([...codes]).toEqual(['identity.incorrect_password', 'identity.too_many_tries']);
  });

  it('is due in 14 days, is announced by mail, and returns 409 when repeated', async () => {
    const answer = await portal.request(diver, 'POST', deletionOf(400_001), { password });
    const { requestedAt, dueAt } = answer.json();
    expect(Date.parse(dueAt) - Date.parse(requestedAt)).toBe(14 * 86_400_000);
    const { rows } = await pool.query(
      "select subject, text from mail_outbox where to_address = $1 and subject ~ 'deleted'",
      [diver],
    );
    const day = new Date(dueAt).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
    expect(rows).toHaveLength(1);
    expect(rows[0].subject).toContain(day);
    expect(rows[0].text).toContain(`${portal.env.BASE_URL}/account`);
    expect(rows[0].text).toContain('Consent records: what was agreed to');
    expect(await requestError(diver, 'POST', deletionOf(400_001), { password })).toEqual([
      409,
      'account.deletion_requested',
    ]);
  });

  it('can be canceled once, which is announced by mail', async () => {
    expect((await portal.request(diver, 'DELETE', deletionOf(400_001))).statusCode).toBe(200);
    expect(await countOf('account_deletion', 400_001)).toBe(0);
    expect(await mailsTo(diver)).toContain('We won’t delete your account');
    expect(await requestError(diver, 'DELETE', deletionOf(400_001))).toEqual([404, 'not_found']);
    expect(await actionsOn(400_001)).toEqual(
      expect.arrayContaining(['account.deletion_requested', 'account.deletion_cancelled']),
    );
  });

  it('of a child needs the guardian’s password, and notifies both', async () => {
    await pool.query('update account set password_hash = null where email = $1', ['minor@demo.test']);
    expect((await portal.request(guardian, 'POST', deletionOf(child), { password })).statusCode).toBe(200);
    for (const address of [guardian, 'minor@demo.test'])
      expect(await mailsTo(address)).toContainEqual(expect.stringContaining('will be deleted'));
    expect((await portal.request('minor@demo.test', 'DELETE', deletionOf(child))).statusCode).toBe(200);
  });
});

describe('the deletion of a child’s account', () => {
  it('notifies each guardian once, when it is requested and when it is canceled', async () => {
    const second = 'candidate@demo.test';
    const addresses = [guardian, second, 'minor@demo.test'];
    await pool.query('insert into guardian_link (affiliate_id, guardian_id) values ($1, 400006)', [child]);
    await pool.query("update person set language = 'ar-SA' where affiliate_id = 400006");
    await pool.query(
      `update account set password_hash = (select password_hash from account where email = $1)
      where email = 'minor@demo.test'`,
      [guardian],
    );
    await pool.query('delete from mail_outbox');
    const takeRecipients = async () => {
      const { rows } = await pool.query<{ to_address: string }>('delete from mail_outbox returning to_address');
      return rows.map(({ to_address: address }) => address).toSorted();
    };
    expect((await portal.request('minor@demo.test', 'POST', deletionOf(child), { password })).statusCode).toBe(200);
    expect(await takeRecipients()).toEqual(addresses.toSorted());
    expect((await portal.request(guardian, 'DELETE', deletionOf(child))).statusCode).toBe(200);
    expect(await takeRecipients()).toEqual(addresses.toSorted());
    await pool.query('delete from guardian_link where guardian_id = 400006');
  });
});

describe('a deletion request with an external issuer', async () => {
  const externalPortal = await testPortal({
    OIDC_ISSUER: 'https://issuer.example',
    OIDC_CLIENT_SECRET: 'x'.repeat(32),
  });
  const { database, tokens } = externalPortal.services;

  async function requestDeletionAfter(minutes: number): Promise<[number, string]> {
    const { rows } = await database.pool.query<{ id: string }>(
      `insert into session (affiliate_id, secret_hash, expires_at, created_at)
       values (400001, '', now() + interval '1 day', now() - make_interval(mins => $1)) returning id`,
      [minutes],
    );
    const person = {
      sub: 'd1be0000-0000-5000-8000-000000000001',
      affiliateId: 400_001,
      affiliateTypeId: affiliateType.diver,
    };
    const { token } = await tokens.mint({ ...person, sessionId: rows[0]?.id ?? '' });
    const answer = await externalPortal.app.inject({
      method: 'POST',
      url: deletionOf(400_001),
      headers: { authorization: `Bearer ${token}`, 'affiliate-id': '400001' },
      payload: {},
    });
    return [answer.statusCode, answer.json()?.errors?.[0]?.code];
  }

  it('needs a recent sign-in', async () => {
    expect(await requestDeletionAfter(11)).toEqual([409, 'account.password_elsewhere']);
    const { rows } = await database.pool.query('select 1 from account_deletion');
    expect(rows).toEqual([]);
    expect(await requestDeletionAfter(9)).toEqual([200, undefined]);
  });
});
