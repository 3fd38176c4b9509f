import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFormsFixture, memberNumber, storeNumber } from '#test/support/api/forms-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { createRecordKey, encryptRecordText } from '#platform/server/crypto/record-key.ts';
import { appendChainEntry, hashChainEntry } from './hash-chain.ts';
import { selectEntries } from './verify-queries.ts';
import { verifyForms } from './verify-forms.ts';

const portal = await testPortal();
const { services } = portal;
const { db } = services.database;
const forms = createFormsFixture(portal);
const { rows, submit } = forms;

const first = await submit('diver', { packet: 'dsd', storeNumber }, { 'medical.q10': 'yes' });
const second = await submit('student', { packet: 'course', memberNumber });
const third = await submit('candidate');
await forms.document(first);
const [blob] = await rows<{ id: string; file_key: string; sealed_key: string }>('select * from form_blob');
if (blob === undefined) throw new Error('there is no document');

async function verify() {
  const problems: string[] = [];
  const check = await verifyForms(services, (problem) => problems.push(problem));
  expect(check.problems).toBe(problems.length);
  return { ...check, problems };
}

/** Changes a table, and puts it back after the test. */
async function tamper(table: string, sql: string, values: unknown[] = []): Promise<void> {
  const before = await rows<{ row: unknown }>(`select to_jsonb(t) as row from ${table} t`);
  onTestFinished(async () => {
    // Whatever points at it is not looked at meanwhile.
    const client = await services.database.pool.connect();
    try {
      await client.query('set session_replication_role = replica');
      await client.query(`delete from ${table}`);
      for (const { row } of before)
        await client.query(`insert into ${table} select * from jsonb_populate_record(null::${table}, $1)`, [
          JSON.stringify(row),
        ]);
    } finally {
      await client.query('set session_replication_role = default');
      client.release();
    }
  });
  await services.database.pool.query(sql, values);
}

const otherEntry = (id: string) => `record ${id}: the audit chain knows another entry of it`;
const seqOf = async (recordId: string) =>
  (await rows<{ seq: number }>('select seq from form_entry where record_id = $1 order by seq', [recordId]))[0]?.seq;

describe('signed forms', () => {
  it('are whole as they were stored', async () => {
    expect(await verify()).toEqual({ entries: 4, records: 3, files: 1, evaluations: 0, problems: [] });
  });

  it('are found out where a byte of a record was changed in the database', async () => {
    await tamper(
      'form_record',
      `update form_record set sealed_content = overlay(sealed_content placing
         case substr(sealed_content, 500, 1) when 'A' then 'B' else 'A' end from 500) where id = $1`,
      [second],
    );
    expect((await verify()).problems).toEqual([`record ${second}: what was signed was changed`]);
  });

  it('are found out where somebody with the keys has written other answers', async () => {
    const { key, sealedKey } = createRecordKey(services.env.SECRET_KEYS);
    await tamper('form_record', 'update form_record set sealed_key = $2, sealed_content = $3 where id = $1', [
      second,
      sealedKey,
      encryptRecordText(key, '{"answers":{}}'),
    ]);
    expect((await verify()).problems).toEqual([`record ${second}: what was signed was changed`]);
  });

  it.each([
    ['another store', 'store_number = 5', 'storeNumber'],
    ['another diver', 'affiliate_id = 400006', 'affiliateId'],
    ['another kind', "packet = 'dsd'", 'packet'],
    ['another day', "signed_at = signed_at - interval '1 ms'", 'signedAtMs'],
    ['a longer time', 'valid_until = valid_until + 1, keep_until = keep_until + 1', 'validUntil, keepUntil'],
    ['no physician', "medical_status = 'approved'", 'medicalStatus'],
    ['an adult', 'is_minor = true', 'isMinor'],
    ['another version', `versions = '{"medical": 2}'`, 'versions'],
    ['what it replaces', `replaces = '${third}'`, 'replaces'],
  ])('are found out where a record says %s', async (_what, change, column) => {
    await tamper('form_record', `update form_record set ${change} where id = $1`, [second]);
    expect((await verify()).problems).toEqual([`record ${second}: it was changed (${column})`]);
  });

  it('are found out where a record is gone', async () => {
    await tamper('form_record', 'delete from form_record where id = $1', [third]);
    expect((await verify()).problems).toEqual([`record ${third}: it is missing`]);
  });

  it('are found out where a record was put in', async () => {
    const id = '00000000-0000-4000-8000-000000000001';
    await tamper(
      'form_record',
      `insert into form_record select (jsonb_populate_record(null::form_record, to_jsonb(r) || jsonb_build_object('id', $2::text))).*
       from form_record r where id = $1`,
      [second, id],
    );
    expect((await verify()).problems).toEqual([`record ${id}: no entry of the chain names it`]);
  });
});

describe('a document', () => {
  const path = join(portal.env.DATA_DIR, 'files', `${blob.file_key}~`);

  it('is found out where a byte of its file was changed', async () => {
    const bytes = await readFile(path);
    const changed = Buffer.from(bytes);
    changed[2_000] = (changed[2_000] ?? 0) ^ 1;
    await writeFile(path, changed);
    expect((await verify()).problems).toEqual([`document ${blob.id} of record ${first}: its file was changed`]);
    await writeFile(path, bytes.subarray(0, -1));
    expect((await verify()).problems).toEqual([`document ${blob.id} of record ${first}: its file was changed`]);
    await writeFile(path, bytes);
    expect((await verify()).problems).toEqual([]);
  });

  it('is found out where its file, its row or its signature is gone', async () => {
    await tamper('form_blob', 'update form_blob set file_key = $1', ['forms/elsewhere']);
    expect((await verify()).problems).toEqual([`document ${blob.id} of record ${first}: its file is missing`]);
    await rows('delete from form_blob');
    expect((await verify()).problems).toEqual([`file ${blob.id} of record ${first}: it is missing`]);
  });

  it('is found out where no certificate of the operator’s fits any more', async () => {
    await tamper('document_key', 'delete from document_key');
    expect((await verify()).problems).toEqual([
      `document ${blob.id} of record ${first}: it is not signed by the operator any more`,
    ]);
  });

  it('is found out where it was put in', async () => {
    const id = '00000000-0000-4000-8000-000000000002';
    await tamper(
      'form_blob',
      `insert into form_blob select (jsonb_populate_record(null::form_blob,
         to_jsonb(b) || jsonb_build_object('id', $1::text, 'kind', 'page'))).* from form_blob b`,
      [id],
    );
    expect((await verify()).problems).toEqual([`file ${id}: no entry of the chain names it`]);
  });
});

describe('the chain', () => {
  it('is found out where an entry was changed', async () => {
    const seq = await seqOf(second);
    await tamper('form_entry', "update form_entry set at = at - interval '1 day' where record_id = $1", [second]);
    expect((await verify()).problems).toEqual([
      `entry ${seq}: it was changed, or stands in another place (record ${second})`,
    ]);
  });

  it('is found out where two entries have changed places', async () => {
    await tamper(
      'form_entry',
      `update form_entry e set (at, record_id, of_id, digest) = (select o.at, o.record_id, o.of_id, o.digest
         from form_entry o where o.seq = 5 - e.seq) where seq in (2, 3)`,
    );
    expect((await verify()).problems).toEqual([
      `entry 2: it was changed, or stands in another place (record ${third})`,
      `entry 3: it was changed, or stands in another place (record ${second})`,
      otherEntry(second),
      otherEntry(third),
    ]);
  });

  it('is found out where an entry is gone from its middle, and its record with nobody to name it', async () => {
    await tamper('form_entry', 'delete from form_entry where record_id = $1', [second]);
    expect((await verify()).problems).toEqual([
      'entry 2: it is missing',
      `record ${second}: no entry of the chain names it`,
      otherEntry(second),
    ]);
  });

  it('is found out where its end is gone', async () => {
    await tamper('form_entry', 'delete from form_entry where seq > 2');
    expect((await verify()).problems).toEqual([
      'entries 3 to 4: they are missing',
      `record ${third}: no entry of the chain names it`,
      `file ${blob.id}: no entry of the chain names it`,
      otherEntry(third),
    ]);
  });

  it('is found out where it was written anew from some place on', async () => {
    const [, entry] = await selectEntries(db, 0, 2);
    if (entry === undefined) throw new Error('there is no second entry');
    const { seq, at_us: atUs, record_id: recordId, kind, of_id: ofId, digest, prev_hash: prevHash } = entry;
    const forged = {
      seq,
      at_us: atUs - 1_000_000,
      record_id: recordId,
      kind,
      of_id: ofId,
      digest,
      prev_hash: prevHash,
    };
    await tamper('form_entry', "update form_entry set at = at - interval '1 second', hash = $1 where seq = 2", [
      hashChainEntry(forged),
    ]);
    expect((await verify()).problems).toEqual([
      `entry 3: it does not follow the one before it (record ${third})`,
      otherEntry(second),
    ]);
  });

  it('is found out where its head was set back', async () => {
    await tamper('form_head', 'update form_head set entries = 3, hash = (select hash from form_entry where seq = 3)');
    expect((await verify()).problems).toEqual(['entries 4 to 4: they were put in']);
  });

  it('is found out where its end is cut off with the records, and its head set back', async () => {
    await tamper('form_head', 'update form_head set entries = 2, hash = (select hash from form_entry where seq = 2)');
    await tamper('form_entry', 'delete from form_entry where seq > 2');
    await tamper('form_record', 'delete from form_record where id = $1', [third]);
    await tamper('form_blob', 'delete from form_blob');
    expect((await verify()).problems).toEqual([otherEntry(third)]);
  });

  it('is found out where a record was removed before its time, whatever an entry says', async () => {
    await tamper('form_head', 'select');
    await tamper('form_entry', 'select');
    await tamper(
      'form_record',
      'update form_record set sealed_key = null, sealed_content = null, removed_at = now() where id = $1',
      [second],
    );
    const [signed] = await rows<{ digest: string }>('select digest from form_entry where record_id = $1', [second]);
    await services.database.inTransaction('test', (tx) =>
      appendChainEntry(tx, {
        recordId: second,
        kind: 'removed',
        ofId: second,
        digest: signed?.digest ?? '',
        at: new Date(),
      }),
    );
    expect((await verify()).problems).toEqual([`record ${second}: it was removed before its time`]);
  });

  it('takes no entry outside the transaction of what it proves', async () => {
    const entry = { recordId: first, kind: 'page', ofId: first, digest: '', at: new Date() } as const;
    await expect(appendChainEntry(db, entry)).rejects.toThrow('in the transaction');
  });
});
