import { describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { findAuditProblems } from '#test/support/api/audit-testing.ts';
import { deleteFilesJob } from '#platform/server/files/delete-files.ts';
import { sessionEndedChannel } from '#platform/server/auth/session-ended.ts';
import { eraseDueAccounts } from './erasure.ts';
import { createPersonWithData, createJobContext, listQueuedJobs } from './personal-data-testing.ts';

const portal = await testPortal();
const { services } = portal;
const { pool } = services.database;

const makeDue = (affiliateId: number, requestedBy = affiliateId) =>
  pool.query(
    `insert into account_deletion (affiliate_id, requested_by, due_at) values ($1, $2, now() - interval '1 second')
     on conflict (affiliate_id) do update set due_at = excluded.due_at`,
    [affiliateId, requestedBy],
  );

/** The tables with a row that contains the pattern in any column. */
async function tablesContaining(pattern: string): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind in ('r', 'p') and not relispartition and relnamespace in ('public'::regnamespace) order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query(`select 1 from ${name} as t where to_jsonb(t)::text ~* $1 limit 1`, [pattern]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

async function mailsTo(address: string): Promise<{ subject: string; text: string }[]> {
  const { rows } = await pool.query('select subject, text from mail_outbox where to_address = $1', [address]);
  return rows;
}

describe('eraseDueAccounts', async () => {
  const diver = await createPersonWithData(portal, 'diver@demo.test', 'canary-of-the-diver');
  const other = await createPersonWithData(portal, 'student@demo.test', 'other-person-data');
  const before = await tablesContaining('canary-of-the-diver');
  const numberBefore = await tablesContaining(String.raw`\m400001\M`);
  const othersBefore = await tablesContaining('other-person-data');
  const ended: string[] = [];
  services.pubsub.on<{ id: string }>(sessionEndedChannel, ({ id }) => void ended.push(id));
  const { rows: sessions } = await pool.query<{ id: string }>('select id from session where affiliate_id = 400001');
  await makeDue(diver.affiliateId);
  await eraseDueAccounts.run(createJobContext(portal), {});

  it('starts with data in many tables', () => {
    expect(before.length).toBeGreaterThan(8);
    expect(numberBefore.length).toBeGreaterThan(12);
  });

  it('removes the person from all tables except retained records', async () => {
    // In this test, the file of a signed form is named after the person.
    expect(await tablesContaining('canary-of-the-diver')).toEqual(['audit_entry', 'consent_record', 'form_blob']);
    expect(await tablesContaining(String.raw`\m400001\M`)).toEqual([
      'access_code',
      'audit_entry',
      'consent_record',
      'form_blob',
      'form_confirmation',
      'form_evaluation',
      'form_record',
      'membership_period',
      'order_line',
      'order_refund',
      'payment',
      'payment_refund',
      'person',
      'promotion_use',
      'shop_order',
    ]);
    expect(await tablesContaining('Lindqvist')).toEqual([]);
    expect(await tablesContaining(diver.sub)).toEqual([]);
    expect(await tablesContaining('canary-of-the-diver-secret')).toEqual([]);
  });

  it('leaves the email address only in the last mail, which contains no name', async () => {
    expect(await tablesContaining('diver@demo.test')).toEqual(['mail_outbox']);
    const mails = await mailsTo('diver@demo.test');
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('We deleted your account');
    expect(mails[0]?.text).toContain('Consent records: what was agreed to');
    expect(mails[0]?.text).not.toContain('Maren');
  });

  it('leaves an anonymized row that no one can sign in to', async () => {
    const { rows } = await pool.query('select * from person where affiliate_id = 400001');
    expect(rows).toEqual([
      expect.objectContaining({
        sub: expect.stringMatching(/^erased:[\da-f-]{36}$/),
        email: null,
        given_name: '',
        family_name: '',
        birthdate: null,
        gender: null,
        city: '',
      }),
    ]);
  });

  it('ends every session', async () => {
    expect(sessions.length).toBeGreaterThan(0);
    await expect.poll(() => ended.toSorted()).toEqual(sessions.map(({ id }) => id).toSorted());
  });

  it('deletes the files after the commit', async () => {
    for (const payload of await listQueuedJobs(portal, deleteFilesJob))
      await deleteFilesJob.run(createJobContext(portal), payload);
    expect(await services.files.get(diver.photoKey)).toBeNull();
    expect(await services.files.get(diver.exportKey)).toBeNull();
    for (const key of [...diver.diveKeys, ...diver.cardKeys, diver.proofKey])
      expect(await services.files.get(key)).toBeNull();
    // Signed forms may have to be shown.
    for (const key of [other.photoKey, diver.formKey]) {
      const file = await services.files.get(key);
      file?.body.destroy();
      expect(file).not.toBeNull();
    }
  });

  it('keeps the audit chain intact and records the erasure', async () => {
    expect(await findAuditProblems(services)).toEqual([]);
    const { rows } = await pool.query("select subject from audit_entry where action = 'account.erased'");
    expect(rows).toEqual([{ subject: 'person:400001' }]);
  });

  it('does not touch other people’s data', async () => {
    expect(await tablesContaining('other-person-data')).toEqual(othersBefore);
    const { rows } = await pool.query(
      'select due_at > now() as waits from account_deletion where affiliate_id = 400002',
    );
    expect(rows).toEqual([{ waits: true }]);
  });
});

describe('a deletion', () => {
  it('that was canceled in time erases nothing', async () => {
    await makeDue(400_006);
    const answer = await portal.request('candidate@demo.test', 'DELETE', '/api/account/user/400006/deletion');
    expect(answer.statusCode).toBe(200);
    await eraseDueAccounts.run(createJobContext(portal), {});
    expect(await tablesContaining('Kahale')).toEqual(['account', 'notification', 'person']);
  });

  it('of a professional keeps the member number that other people’s records refer to', async () => {
    await makeDue(400_005);
    await eraseDueAccounts.run(createJobContext(portal), {});
    const { rows } = await pool.query(
      'select member_number, member_status, family_name from person where affiliate_id = 400005',
    );
    expect(rows).toEqual([{ member_number: 100_001, member_status: 'Inactive', family_name: '' }]);
  });

  it('of a minor’s only guardian is postponed until the child has another guardian', async () => {
    const guardianName = async () =>
      (await pool.query('select family_name from person where affiliate_id = 400004')).rows[0]?.family_name;
    await makeDue(400_004);
    await eraseDueAccounts.run(createJobContext(portal), {});
    expect(await guardianName()).not.toBe('');
    // The child can cancel their deletion, so the guardian is erased after the child.
    await pool.query(
      "insert into account_deletion (affiliate_id, requested_by, due_at) values (400003, 400003, now() + interval '1 day')",
    );
    await eraseDueAccounts.run(createJobContext(portal), {});
    expect(await guardianName()).not.toBe('');
    await pool.query('delete from account_deletion where affiliate_id in (400003, 400004)');
  });

  it('of a guardian does not affect the child’s account and other guardian', async () => {
    await pool.query('insert into guardian_link (affiliate_id, guardian_id) values (400003, 400001)');
    await pool.query('insert into former_guardian values (400006, 400004) on conflict do nothing');
    await makeDue(400_004);
    await eraseDueAccounts.run(createJobContext(portal), {});
    const { rows } = await pool.query('select * from guardian_link where 400004 in (affiliate_id, guardian_id)');
    expect(rows).toEqual([]);
    const former = await pool.query('select from former_guardian where 400004 in (affiliate_id, guardian_id)');
    expect(former.rows).toEqual([]);
    await pool.query('delete from guardian_link where guardian_id = 400001');
    expect((await portal.request('minor@demo.test', 'GET', '/api/dsd/GetCheckpointData')).statusCode).toBe(200);
  });

  it('of a child notifies the requester and the other guardians, with the name', async () => {
    await pool.query('insert into guardian_link (affiliate_id, guardian_id) values (400003, 400006)');
    await pool.query("update person set email = 'guardian@demo.test' where affiliate_id = 400008");
    await makeDue(400_003, 400_008);
    await eraseDueAccounts.run(createJobContext(portal), {});
    const [mail] = await mailsTo('guardian@demo.test').then((mails) => mails.slice(-1));
    expect(mail?.text).toContain('We deleted Ida Okafor’s account');
    expect((await mailsTo('minor@demo.test'))[0]?.text).toContain('We deleted your account');
    expect((await mailsTo('candidate@demo.test')).map(({ text }) => text)).toContainEqual(
      expect.stringContaining('We deleted Ida Okafor’s account'),
    );
  });

  it('that fails changes nothing, does not stop the others, and succeeds in the next run', async () => {
    await makeDue(400_002);
    await makeDue(400_007);
    await pool.query(`create table clinging (affiliate_id bigint primary key references preference (affiliate_id));
      comment on table clinging is 'not personal';
      insert into preference (affiliate_id) values (400002) on conflict do nothing;
      insert into clinging values (400002)`);
    await expect(eraseDueAccounts.run(createJobContext(portal), {})).rejects.toThrow('erasing 1 accounts failed');
    // Other people's dives and certifications still name the store.
    expect(await tablesContaining('Kelder Bay Diving')).toEqual(['certification', 'dive_log']);
    expect(await tablesContaining('Jonas')).toContain('account');
    expect(await mailsTo('student@demo.test')).not.toContainEqual(
      expect.objectContaining({ subject: 'Account deleted' }),
    );
    await pool.query('drop table clinging');
    await eraseDueAccounts.run(createJobContext(portal), {});
    await eraseDueAccounts.run(createJobContext(portal), {});
    expect(await tablesContaining('Jonas')).toEqual([]);
    expect(await mailsTo('student@demo.test')).toHaveLength(1);
  });
});
