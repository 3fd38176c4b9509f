import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { deleteFilesJob } from '#platform/server/files/delete-files.ts';
import { encryptionOverheadBytes } from '#platform/server/crypto/encrypted-stream.ts';
import { holdLocks } from '#platform/testing/lock-waits.ts';
import { exportData, sweepExports } from './export.ts';
import { createPersonWithData, createJobContext, listQueuedJobs } from './personal-data-testing.ts';

const portal = await testPortal();
const { services } = portal;
const { pool } = services.database;
const diver = await createPersonWithData(portal, 'diver@demo.test', 'canary-of-the-diver');
const other = await createPersonWithData(portal, 'student@demo.test', 'other-person-data');

async function requestExport(email: string, affiliateId: number): Promise<{ affiliateId: number; id: string }> {
  const answer = await portal.request(email, 'POST', `/api/account/user/${affiliateId}/exports`);
  expect(answer.statusCode).toBe(200);
  return { affiliateId, id: answer.json().id };
}

async function stateOf(id: string) {
  const { rows } = await pool.query('select state, progress, file_key, bytes from data_export where id = $1', [id]);
  return rows[0] as { state: string; progress: number; file_key: string | null; bytes: number | null };
}

async function unzip(zip: Buffer): Promise<Map<string, Buffer>> {
  const parts = new Map<string, Buffer>();
  const opened = await fromBufferPromise(zip);
  for await (const entry of opened.eachEntry())
    parts.set(entry.fileName, await buffer(await opened.openReadStreamPromise(entry)));
  return parts;
}

interface ExportRequest {
  affiliateId: number;
  id: string;
}

/** The path at which the zip can be downloaded once. */
async function createLink(email: string, { affiliateId, id }: ExportRequest): Promise<string> {
  const link = await portal.request(email, 'POST', `/api/account/user/${affiliateId}/exports/${id}/link`);
  return new URL(link.json().url).pathname;
}

const download = async (email: string, request: ExportRequest) =>
  portal.request(null, 'GET', await createLink(email, request));

async function mailsOf(template: string, to: string): Promise<number> {
  const subject = services.messages.format('en-US', `account.mail.${template}.subject`);
  const { rows } = await pool.query('select id from mail_outbox where subject = $1 and to_address = $2', [subject, to]);
  return rows.length;
}

describe('the export zip', async () => {
  const request = await requestExport(diver.email, diver.affiliateId);
  await exportData.run(createJobContext(portal), request);
  const answer = await download(diver.email, request);
  const parts = await unzip(answer.rawPayload);
  const jsonOf = (table: string) => JSON.parse(String(parts.get(`data/${table}.json`))) as Record<string, unknown>[];

  /** Read from the database schema, independently of the export's own code. */
  const { rows: tables } = await pool.query<{
    name: string;
    declaration: string;
    columns: string[];
    secrets: string[];
  }>(`
    select c.relname as name, obj_description(c.oid) as declaration,
      array_agg(a.attname::text) filter (where col_description(c.oid, a.attnum) is distinct from 'secret') as columns,
      array_agg(a.attname::text) filter (where col_description(c.oid, a.attnum) = 'secret') as secrets
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and obj_description(c.oid) like 'personal: export%'
    group by c.oid, c.relname order by 1`);

  it('contains a file for each table that is declared for export, and no other', () => {
    const files = [...parts.keys()].filter((path) => path.startsWith('data/')).toSorted();
    expect(files).toEqual(tables.map(({ name }) => `data/${name}.json`).toSorted());
    expect(tables.length).toBeGreaterThan(15);
  });

  it.each(tables)(
    'contains every row and column of $name except secret columns',
    async ({ name, columns, secrets }) => {
      const condition =
        {
          access_code: '400001 in (holder_affiliate_id, redeemed_by)',
          audit_entry: "actor_affiliate_id = 400001 or subject = 'person:400001'",
          guardian_invite: '400001 in (affiliate_id, invited_by)',
          guardian_link: '400001 in (affiliate_id, guardian_id)',
          mail_outbox: "affiliate_id = 400001 or lower(to_address) = 'diver@demo.test'",
        }[name] ?? (columns.includes('affiliate_id') ? 'affiliate_id = 400001' : `sub = '${diver.sub}'`);
      const { rows } = await pool.query<{ count: number }>(`select count(*)::int from ${name} where ${condition}`);
      // Rows that were written after the export: the mail, the notification and the download's audit entry.
      const later = { audit_entry: 1, mail_outbox: 1, notification: 1 }[name] ?? 0;
      expect(rows[0]?.count).toBeGreaterThan(later);
      expect(jsonOf(name)).toHaveLength((rows[0]?.count ?? 0) - later);
      // The numbers of dives are counted when they are read.
      const computed = name === 'dive_log' ? ['dive_number'] : [];
      for (const row of jsonOf(name)) {
        expect(Object.keys(row).toSorted()).toEqual([...columns, ...computed].toSorted());
        for (const secret of secrets ?? []) expect(row).not.toHaveProperty(secret);
      }
    },
  );

  it('numbers the dives that are not drafts', async () => {
    const dives = jsonOf('dive_log');
    const { rows } = await pool.query<{ id: string; number: string | null }>(
      `select id, case when status <> 'Draft' then row_number() over (partition by status = 'Draft' order by dive_date, id) end
         as number from dive_log where affiliate_id = 400001 and deleted_at is null`,
    );
    for (const { id, number } of rows)
      expect(dives.find((dive) => String(dive['id']) === String(id))?.['dive_number'] ?? null).toEqual(
        number === null ? null : Number(number),
      );
  });

  it('decrypts encrypted columns, and contains the photo', () => {
    expect(jsonOf('mailing_address')[0]).toMatchObject({ sealed_address: { addressLine1: diver.canary } });
    expect(jsonOf('phone_number')[0]).toMatchObject({ sealed_number: diver.canary });
    expect(jsonOf('passkey')[0]).toMatchObject({ public_key: Buffer.from(diver.canary).toString('base64') });
    const path = String(jsonOf('person_photo')[0]?.['file_key']);
    expect(path).toMatch(/^files\/person_photo\/.+\.jpg$/);
    expect(String(parts.get(path))).toBe(diver.canary);
  });

  it('contains the files of a card, and the picture of an outside certification', () => {
    const [file] = jsonOf('card_file');
    const outside = jsonOf('outside_certification').find(({ agency }) => agency === diver.canary);
    for (const path of [file?.['png_key'], file?.['pdf_key'], outside?.['file_key']])
      expect(String(parts.get(String(path)))).toBe(diver.canary);
  });

  it('decrypts signed forms, which have a key each, and their documents', () => {
    for (const [table, column] of [
      ['form_draft', 'sealed_answers'],
      ['form_record', 'sealed_content'],
      ['form_evaluation', 'sealed_content'],
    ] as const)
      expect(jsonOf(table)[0]?.[column]).toEqual({ answer: diver.canary });
    const path = String(jsonOf('form_blob')[0]?.['file_key']);
    expect(path).toMatch(/^files\/form_blob\//);
    expect(String(parts.get(path))).toBe(diver.canary);
  });

  it('decrypts an application, its signature and its copy', () => {
    expect(jsonOf('application')[0]).toMatchObject({ sealed_teaching_address: { addressLine1: diver.canary } });
    expect(jsonOf('application_signature')[0]).toMatchObject({ sealed_signature: { name: diver.canary } });
    const path = String(jsonOf('application_proof')[0]?.['file_key']);
    expect(String(parts.get(path))).toBe(diver.canary);
  });

  it('contains no secrets and no other person’s data', () => {
    const everything = [...parts.values()].map(String).join('\n');
    expect(everything).toContain(diver.canary);
    expect(everything).not.toContain(diver.secret);
    expect(everything).not.toContain(other.canary);
  });

  it('contains an index page and a manifest', () => {
    const page = String(parts.get('index.html'));
    expect(page).toContain('lang="en-US" dir="ltr"');
    expect(page).toContain('Data we hold about Maren Lindqvist');
    for (const { name } of tables) expect(page).toContain(`href="data/${name}.json"`);
    const manifest = JSON.parse(String(parts.get('manifest.json')));
    expect(manifest).toMatchObject({ version: 1, affiliateId: diver.affiliateId, missingFiles: [] });
    for (const { table, rows } of manifest.tables) expect(jsonOf(table)).toHaveLength(rows);
  });

  it('is downloaded with a file name', () => {
    expect(answer.headers['content-type']).toBe('application/zip');
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="400001-\d{4}-\d\d-\d\d\.zip"; filename\*=UTF-8''Data%20export%20Maren%20Lindqvist%20\d{4}-\d\d-\d\d\.zip$/,
    );
    expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length));
  });

  it('is stored encrypted', async () => {
    const { file_key: key } = await stateOf(request.id);
    const stored = await buffer((await services.files.get(String(key)))?.body ?? Readable.from([]));
    expect(stored.length).toBe(answer.rawPayload.length + encryptionOverheadBytes);
    expect(answer.rawPayload.includes('index.html')).toBe(true);
    expect(stored.includes('index.html')).toBe(false);
  });

  it('is announced by one mail, also when the job runs twice', async () => {
    await exportData.run(createJobContext(portal), request);
    expect(await mailsOf('export_ready', diver.email)).toBe(1);
    expect(await stateOf(request.id)).toMatchObject({ state: 'ready', progress: 100, bytes: answer.rawPayload.length });
  });
});

describe('the index page of the zip', () => {
  it('is in the person’s language and direction, and escapes names', async () => {
    await pool.query(`update person set language = 'ar-SA', given_name = '<b>"&' where affiliate_id = 400006`);
    const request = await requestExport('candidate@demo.test', 400_006);
    await exportData.run(createJobContext(portal), request);
    const page = String((await unzip((await download('candidate@demo.test', request)).rawPayload)).get('index.html'));
    expect(page).toContain('&lt;b&gt;&quot;&amp; Kahale');
    expect(page).not.toContain('<b>');
    const locale = services.messages.localeOf('ar-SA', 'account.export.page.title');
    expect(page).toContain(locale === 'ar-SA' ? 'dir="rtl"' : 'dir="ltr"');
  });
});

describe('the download of a damaged file', () => {
  it('ends before its content length', async () => {
    const request = await requestExport('guardian@demo.test', 400_004);
    await exportData.run(createJobContext(portal), request);
    const { file_key: key, bytes } = await stateOf(request.id);
    const stored = await buffer((await services.files.get(String(key)))?.body ?? Readable.from([]));
    stored[stored.length - 1] = (stored.at(-1) ?? 0) ^ 1;
    await services.files.put(String(key), stored, 'application/octet-stream');
    const address = await portal.app.listen({ port: 0, host: '127.0.0.1' });
    const answer = await fetch(`${address}${await createLink('guardian@demo.test', request)}`);
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(bytes)]);
    await expect(answer.arrayBuffer()).rejects.toMatchObject({ message: 'terminated' });
  });
});

describe('an export that fails', () => {
  const breakAddress = () =>
    pool.query("update mailing_address set sealed_address = 'damaged' where affiliate_id = $1", [other.affiliateId]);
  const fixAddress = () => pool.query('delete from mailing_address where affiliate_id = $1', [other.affiliateId]);

  it('in the middle starts over, and is announced once', async () => {
    const request = await requestExport(other.email, other.affiliateId);
    const key = `exports/${request.id}.zip`;
    await breakAddress();
    await expect(exportData.run(createJobContext(portal), request)).rejects.toThrow('cannot decrypt');
    const interrupted = await stateOf(request.id);
    expect(interrupted.state).toBe('running');
    expect(interrupted.progress).toBeGreaterThan(0);
    expect(await services.files.get(key)).toBeNull();
    expect(await mailsOf('export_ready', other.email)).toBe(0);
    await fixAddress();
    await exportData.run(createJobContext(portal), request);
    expect(await stateOf(request.id)).toMatchObject({ state: 'ready', file_key: key });
    expect(await mailsOf('export_ready', other.email)).toBe(1);
    expect((await unzip((await download(other.email, request)).rawPayload)).has('index.html')).toBe(true);
  });

  it('permanently sends a mail, leaves no file, and can be requested again', async () => {
    await pool.query('insert into mailing_address (affiliate_id, sealed_address) values ($1, $2)', [
      other.affiliateId,
      'damaged',
    ]);
    const request = await requestExport(other.email, other.affiliateId);
    await services.files.put(`exports/${request.id}.zip`, Buffer.from('of a former try'), 'application/zip');
    await expect(exportData.run(createJobContext(portal, true), request)).rejects.toThrow('cannot decrypt');
    expect(await stateOf(request.id)).toMatchObject({ state: 'failed', file_key: null });
    expect(await services.files.get(`exports/${request.id}.zip`)).toBeNull();
    expect(await mailsOf('export_failed', other.email)).toBe(1);
    const link = await portal.request(
      other.email,
      'POST',
      `/api/account/user/${other.affiliateId}/exports/${request.id}/link`,
    );
    expect(link.statusCode).toBe(404);
    await fixAddress();
    await exportData.run(createJobContext(portal), await requestExport(other.email, other.affiliateId));
  });

  it('is marked as failed when no process worked on it for a day', async () => {
    const request = await requestExport('store@demo.test', 400_007);
    await sweepExports.run(createJobContext(portal), {});
    expect((await stateOf(request.id)).state).toBe('waiting');
    await pool.query("update data_export set requested_at = now() - interval '25 hours' where id = $1", [request.id]);
    await sweepExports.run(createJobContext(portal), {});
    expect((await stateOf(request.id)).state).toBe('failed');
    expect(await mailsOf('export_failed', 'store@demo.test')).toBe(1);
    await exportData.run(createJobContext(portal), request);
    expect((await stateOf(request.id)).state).toBe('failed');
  });
});

describe('an export', () => {
  it('reports its progress while it runs', async () => {
    const request = await requestExport('instructor@demo.test', 400_005);
    const holder = await holdLocks(pool, 'lock table session in access exclusive mode');
    const running = exportData.run(createJobContext(portal), request);
    const progress = async () =>
      (await portal.request('instructor@demo.test', 'GET', `/api/account/user/400005/exports/${request.id}`)).json();
    await expect.poll(progress).toMatchObject({ state: 'running', progress: expect.toSatisfy((value) => value > 50) });
    await holder.rollback();
    await running;
    expect(await progress()).toMatchObject({ state: 'ready', progress: 100 });
  });

  it('leaves no file when the person is erased while it runs', async () => {
    const request = await requestExport('staff@demo.test', 400_008);
    const holder = await holdLocks(pool, 'lock table session in access exclusive mode');
    const running = exportData.run(createJobContext(portal), request).catch((error: Error) => error.message);
    await expect.poll(async () => (await stateOf(request.id)).progress).toBeGreaterThan(50);
    await pool.query('delete from data_export where id = $1', [request.id]);
    await holder.rollback();
    expect(await running).toContain('export was canceled');
    expect(await services.files.get(`exports/${request.id}.zip`)).toBeNull();
  });

  it('is removed a week after it was ready', async () => {
    const { rows } = await pool.query<{ id: string; file_key: string; days: number }>(
      `select id, file_key, extract(day from expires_at - ready_at)::int as days from data_export
       where affiliate_id = 400005 and state = 'ready'`,
    );
    const [created] = rows;
    expect(created?.days).toBe(7);
    await pool.query('update data_export set expires_at = now() where id = $1', [created?.id]);
    const url = `/api/account/user/400005/exports/${created?.id}`;
    expect((await portal.request('instructor@demo.test', 'GET', url)).json().state).toBe('expired');
    await sweepExports.run(createJobContext(portal), {});
    for (const payload of await listQueuedJobs(portal, deleteFilesJob))
      await deleteFilesJob.run(createJobContext(portal), payload);
    expect(await services.files.get(String(created?.file_key))).toBeNull();
    expect((await portal.request('instructor@demo.test', 'POST', `${url}/link`)).json().errors[0].code).toBe(
      'account.download_expired',
    );
  });
});
