import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createFormsFixture, storeNumber } from '#test/support/api/forms-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { openRecord, toPartKey } from '#features/forms/server/record-ciphers.ts';
import { appendChainEntry } from './hash-chain.ts';
import { verifyForms } from './verify-forms.ts';

const portal = await testPortal();
const { services } = portal;
const forms = createFormsFixture(portal);
const { rows } = forms;
const copies = 130;

/** Copies the first record with its content, key and file. What is encrypted is bound to its row, so each copy has its own. */
async function copy(first: string): Promise<string[]> {
  const [signed, document] = await rows<{ digest: string; at: Date }>('select digest, at from form_entry order by seq');
  if (signed === undefined || document === undefined) throw new Error('the first record has no entries to copy');
  const ids = Array.from({ length: copies }, () => ({ record: randomUUID(), blob: randomUUID() }));
  await services.database.inTransaction('copy', async (db) => {
    for (const { record, blob } of ids) {
      appendChainEntry(db, { recordId: record, kind: 'signed', ofId: record, ...signed });
      appendChainEntry(db, { recordId: record, kind: 'document', ofId: blob, ...document });
    }
  });
  for (const [table, id] of [
    ['form_record', 'id'],
    ['form_blob', 'record_id'],
  ] as const)
    await rows(
      `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(t) ||
         jsonb_build_object('id', case '${id}' when 'id' then record else blob end, '${id}', record))).*
       from ${table} t, unnest($2::text[], $3::text[]) as copies(record, blob) where t.${id} = $1`,
      [first, ids.map(({ record }) => record), ids.map(({ blob }) => blob)],
    );
  const [source] = await rows<{ affiliateId: number; id: string; encryptedKey: string; content: string }>(
    `select affiliate_id as "affiliateId", id, sealed_key as "encryptedKey", sealed_content as content
     from form_record where id = $1`,
    [first],
  );
  if (source === undefined) throw new Error('the first record is missing');
  const { affiliateId } = source;
  const cipher = openRecord(portal.env, source);
  const content = cipher.decrypt('sealed_content', source.content);
  for (const { record, blob } of ids) {
    const copied = cipher.for('form_record', { affiliate_id: affiliateId, id: record });
    await rows('update form_record set sealed_key = $2, sealed_content = $3 where id = $1', [
      record,
      copied.encryptKey(portal.env.SECRET_KEYS),
      copied.encrypt('sealed_content', content),
    ]);
    const part = cipher.for('form_blob', toPartKey({ affiliateId, recordId: record, id: blob }));
    await rows('update form_blob set sealed_key = $2 where id = $1', [blob, part.encryptKey(portal.env.SECRET_KEYS)]);
  }
  return ids.map(({ record }) => record);
}

it('verifies a long chain in worker threads and reports problems in order', async () => {
  const first = await forms.submit('diver', { packet: 'dsd', storeNumber });
  await forms.document(first);
  const records = await copy(first);
  const problems: string[] = [];
  const verify = () => verifyForms(services, (problem) => problems.push(problem));
  expect(await verify()).toMatchObject({
    entries: 2 * (copies + 1),
    records: copies + 1,
    files: copies + 1,
    evaluations: 0,
    problems: 0,
  });
  const [early = '', late = ''] = [records[20], records[120]];
  await rows("update form_record set packet = 'course' where id = $1", [late]);
  await rows("update form_blob set file_key = 'forms/nowhere' where record_id = $1", [early]);
  const [blob] = await rows<{ id: string }>('select id from form_blob where record_id = $1', [early]);
  expect((await verify()).problems).toBe(2);
  expect(problems).toEqual([
    `document ${blob?.id} of record ${early}: file missing`,
    `record ${late}: changed (packet)`,
  ]);
});
