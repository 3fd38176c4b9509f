import { demoAffiliateIds } from '#test/support/api/demo-people-testing.ts';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFormsFixture, memberNumber, storeNumber } from '#test/support/api/forms-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { RecordCipher } from '#platform/server/crypto/record-cipher.ts';
import { chainOf } from '#platform/server/chains/chains.ts';
import { createCheckpoint } from '#platform/server/chains/checkpoint.ts';
import { appendChainEntry } from './hash-chain.ts';
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
if (blob === undefined) throw new Error('the document was not created');

/** Entries as the log numbers them: the three signatures, and the document of the first record. */
const [seqOfSecond, seqOfThird] = [2, 3];
const [chainOfFirst, chainOfSecond, chainOfThird] = [first, second, third].map(chainOf);

async function verify(isComplete = true) {
  const problems: string[] = [];
  const {
    since: _since,
    checkpoint: _checkpoint,
    ...check
  } = await verifyForms(services, (problem) => problems.push(problem), {
    isComplete,
  });
  expect(check.problems).toBe(problems.length);
  return { ...check, problems };
}

/** Changes a table and restores it after the test. */
async function tamper(table: string, sql: string, values: unknown[] = []): Promise<void> {
  const before = await rows<{ row: unknown }>(`select to_jsonb(t) as row from ${table} t`);
  onTestFinished(async () => {
    // Foreign keys are not checked while the table is restored.
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

const otherEntry = (id: string) => `record ${id}: the audit chain has a different entry`;
describe('verifyForms: records', () => {
  it('reports no problem for unchanged records', async () => {
    expect(await verify()).toEqual({ entries: 4, records: 3, files: 1, evaluations: 0, problems: [] });
  });

  it('reports a changed byte of a record', async () => {
    await tamper(
      'form_record',
      `update form_record set sealed_content = overlay(sealed_content placing
         case substr(sealed_content, 500, 1) when 'A' then 'B' else 'A' end from 500) where id = $1`,
      [second],
    );
    expect((await verify()).problems).toEqual([`record ${second}: signed content changed`]);
  });

  it('reports answers that were replaced with a valid key', async () => {
    const cipher = RecordCipher.create('form_record', { affiliate_id: demoAffiliateIds.student, id: second });
    await tamper('form_record', 'update form_record set sealed_key = $2, sealed_content = $3 where id = $1', [
      second,
      cipher.encryptKey(services.env.SECRET_KEYS),
      cipher.encrypt('sealed_content', '{"answers":{}}'),
    ]);
    expect((await verify()).problems).toEqual([`record ${second}: signed content changed`]);
  });

  it.each([
    ['another store', 'store_number = 5', 'storeNumber'],
    ['another kind', "packet = 'dsd'", 'packet'],
    ['another day', "signed_at = signed_at - interval '1 ms'", 'signedAtMs'],
    ['a longer time', 'valid_until = valid_until + 1, keep_until = keep_until + 1', 'validUntil, keepUntil'],
    ['no physician', "medical_status = 'approved'", 'medicalStatus'],
    ['an adult', 'is_minor = true', 'isMinor'],
    ['another version', `versions = '{"medical": 2}'`, 'versions'],
    ['what it replaces', `replaces = '${third}'`, 'replaces'],
  ])('reports a record with %s', async (_what, change, column) => {
    await tamper('form_record', `update form_record set ${change} where id = $1`, [second]);
    expect((await verify()).problems).toEqual([`record ${second}: changed (${column})`]);
  });

  it('reports a record of another diver', async () => {
    await tamper('form_record', 'update form_record set affiliate_id = 400006 where id = $1', [second]);
    // The content is bound to its row, so it can't be decrypted there.
    expect((await verify()).problems).toEqual([`record ${second}: signed content changed`]);
  });

  it('reports a deleted record', async () => {
    await tamper('form_record', 'delete from form_record where id = $1', [third]);
    expect((await verify()).problems).toEqual([`record ${third}: missing`]);
  });

  it('reports an inserted record', async () => {
    const id = '00000000-0000-4000-8000-000000000001';
    await tamper(
      'form_record',
      `insert into form_record select (jsonb_populate_record(null::form_record, to_jsonb(r) || jsonb_build_object('id', $2::text))).*
       from form_record r where id = $1`,
      [second, id],
    );
    expect((await verify()).problems).toEqual([`record ${id}: no chain entry refers to it`]);
  });
});

describe('verifyForms: documents', () => {
  const path = join(portal.env.DATA_DIR, 'files', `${blob.file_key}~`);

  it('reports a changed byte of a file', async () => {
    const bytes = await readFile(path);
    const changed = Buffer.from(bytes);
    changed[2_000] = (changed[2_000] ?? 0) ^ 1;
    await writeFile(path, changed);
    expect((await verify()).problems).toEqual([`document ${blob.id} of record ${first}: file changed`]);
    await writeFile(path, bytes.subarray(0, -1));
    expect((await verify()).problems).toEqual([`document ${blob.id} of record ${first}: file changed`]);
    await writeFile(path, bytes);
    expect((await verify()).problems).toEqual([]);
  });

  it('reports a missing file and a missing row', async () => {
    await tamper('form_blob', 'update form_blob set file_key = $1', ['forms/elsewhere']);
    expect((await verify()).problems).toEqual([`document ${blob.id} of record ${first}: file missing`]);
    await rows('delete from form_blob');
    expect((await verify()).problems).toEqual([`file ${blob.id} of record ${first}: missing`]);
  });

  it('reports a signature that no operator certificate matches', async () => {
    await tamper('document_key', 'delete from document_key');
    expect((await verify()).problems).toEqual([
      `document ${blob.id} of record ${first}: no operator certificate matches its signature`,
    ]);
  });

  it('reports an inserted file', async () => {
    const id = '00000000-0000-4000-8000-000000000002';
    await tamper(
      'form_blob',
      `insert into form_blob select (jsonb_populate_record(null::form_blob,
         to_jsonb(b) || jsonb_build_object('id', $1::text, 'kind', 'page'))).* from form_blob b`,
      [id],
    );
    expect((await verify()).problems).toEqual([`file ${id}: no chain entry refers to it`]);
  });
});

describe('verifyForms: log', () => {
  it('reports a changed entry', async () => {
    await tamper('form_entry', "update form_entry set at = at - interval '1 day' where record_id = $1", [second]);
    expect((await verify()).problems).toEqual([`entry ${seqOfSecond}: changed or moved (record ${second})`]);
  });

  it('reports two swapped entries', async () => {
    await tamper(
      'form_entry',
      `update form_entry e set (at, record_id, of_id, digest) = (select o.at, o.record_id, o.of_id, o.digest
         from form_entry o where o.seq = 5 - e.seq) where seq in (2, 3)`,
    );
    expect((await verify()).problems).toEqual([
      `entry ${seqOfSecond}: changed or moved (record ${third})`,
      `entry ${seqOfThird}: changed or moved (record ${second})`,
      otherEntry(second),
      otherEntry(third),
    ]);
  });

  it('reports a deleted entry and its record without an entry', async () => {
    await tamper('form_entry', 'delete from form_entry where record_id = $1', [second]);
    expect((await verify()).problems).toEqual([
      expect.stringMatching(`^chain ${chainOfSecond}: entries \\d+ to \\d+ are missing$`),
      `record ${second}: no chain entry refers to it`,
      otherEntry(second),
    ]);
  });

  it('reports deleted entries at the end', async () => {
    await tamper('form_entry', 'delete from form_entry where seq > 2');
    const { problems } = await verify();
    for (const chain of new Set([chainOfFirst, chainOfThird]))
      expect(problems).toContainEqual(expect.stringMatching(`^chain ${chain}: entries \\d+ to \\d+ are missing$`));
    expect(problems).toContain(`record ${third}: no chain entry refers to it`);
    expect(problems).toContain(`file ${blob.id}: no chain entry refers to it`);
    expect(problems).toContain(otherEntry(third));
  });

  it('reports a head that was set back', async () => {
    await tamper(
      'chain_head',
      "update chain_head set entries = 0, seq = 0, hash = '' where log = 'form' and chain = $1",
      [chainOfSecond],
    );
    expect((await verify()).problems).toContainEqual(
      expect.stringMatching(`^chain ${chainOfSecond}: entries 1 to \\d+ are not covered by its head$`),
    );
  });

  it('reports a removed chain whose records and head were changed to match, without and with a checkpoint', async () => {
    await tamper('chain_checkpoint', 'select');
    const removeChain = async () => {
      await tamper(
        'chain_head',
        "update chain_head set entries = 0, seq = 0, hash = '' where log = 'form' and chain = $1",
        [chainOfThird],
      );
      await tamper('form_entry', 'delete from form_entry where chain = $1', [chainOfThird]);
      await tamper('form_record', 'delete from form_record where id = $1', [third]);
    };
    expect(await createCheckpoint(services, new Date())).toMatchObject({ id: 1 });
    await removeChain();
    const { problems } = await verify();
    expect(problems).toContainEqual(
      expect.stringMatching(`^checkpoint 1: entry \\d+ of chain ${chainOfThird} is missing`),
    );
    expect(problems).toContain(otherEntry(third));
    await rows('delete from chain_checkpoint');
    expect((await verify()).problems).toContain(otherEntry(third));
  });

  it('verifies only entries after the last verified checkpoint by default', async () => {
    await tamper('chain_checkpoint', 'select');
    await tamper('chain_verification', 'select');
    await createCheckpoint(services, new Date());
    expect(await verify(false)).toMatchObject({ entries: 4, problems: [] });
    expect(await verify(false)).toMatchObject({ entries: 0, problems: [] });
    await tamper('form_record', "update form_record set packet = 'dsd' where id = $1", [second]);
    expect((await verify(false)).problems).toEqual([]);
    expect((await verify()).problems).toEqual([`record ${second}: changed (packet)`]);
  });

  it('reports a record removed before its retention period ended', async () => {
    await tamper('chain_head', 'select');
    await tamper('form_entry', 'select');
    await tamper(
      'form_record',
      'update form_record set sealed_key = null, sealed_content = null, removed_at = now() where id = $1',
      [second],
    );
    const [signed] = await rows<{ digest: string }>('select digest from form_entry where record_id = $1', [second]);
    await services.database.inTransaction('test', async (tx) =>
      appendChainEntry(tx, {
        recordId: second,
        kind: 'removed',
        ofId: second,
        digest: signed?.digest ?? '',
        at: new Date(),
      }),
    );
    expect((await verify()).problems).toEqual([`record ${second}: removed before its retention period ended`]);
  });

  it('rejects an entry outside a transaction', () => {
    const entry = { recordId: first, kind: 'page', ofId: first, digest: '', at: new Date() } as const;
    expect(() => appendChainEntry(db, entry)).toThrow('in the transaction');
  });
});
