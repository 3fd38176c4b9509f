import { createHash } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import type { Env } from '#platform/server/config/env.ts';
import { openDatabase } from '#platform/server/db/database.ts';
import { rotateDocumentKey } from '#platform/server/documents/document-key.ts';
import { appendAudit, type AuditEvent } from '#platform/server/observability/audit.ts';
import { verifyAudit } from '#platform/server/observability/verify-audit.ts';
import { chainOf } from './chains.ts';
import { createCheckpoint } from './checkpoint.ts';

const database = await createTestDatabase();
const { pool } = database;
const env = { SECRET_KEYS: ['a-secret'], BRAND_FILE: 'brand/bluewater.json' } as unknown as Env;
const tables = ['audit_entry', 'chain_head', 'chain_checkpoint', 'chain_verification', 'document_key'] as const;
const [subject, other] = ['person:1', 'person:2'];
const [chain, otherChain] = [chainOf(subject), chainOf(other)];

const event = (about: string): AuditEvent => ({
  actor: 7,
  action: 'application.read',
  subject: about,
  data: { ö: 1 },
  correlationId: 'c',
});
const append = (about: string) => database.inTransaction('append', (tx) => appendAudit(tx, event(about)));
const anchor = () => createCheckpoint({ database, env }, new Date());
const run = (text: string) => pool.query(text);

async function verify(isComplete = true) {
  const problems: string[] = [];
  const { entries, since } = await verifyAudit({ database, env }, (text) => problems.push(text), { isComplete });
  return { entries, problems, since: since?.id ?? null };
}

async function copyTables(direction: 'save' | 'restore'): Promise<void> {
  for (const table of tables) {
    if (direction === 'save') await run(`create table saved_${table} as table ${table}`);
    else await run(`truncate ${table}; insert into ${table} table saved_${table}`);
  }
}

/** Entries 1, 3, 5, 7 and 9 are in the chain of the subject, the others in another. The last two are after the checkpoints. */
beforeAll(async () => {
  for (let round = 0; round < 5; round++) {
    await append(subject);
    await append(other);
    if (round === 1 || round === 3) await anchor();
  }
  await copyTables('save');
});
afterEach(() => copyTables('restore'));

describe('verifyAudit', () => {
  test('reports no problem for unchanged entries', async () => {
    expect(chain).not.toBe(otherChain);
    expect(await verify()).toEqual({ entries: 10, problems: [], since: null });
  });

  test.each([
    ['changed the data', `update audit_entry set data = '{"ö": 2}' where seq = 5`],
    ['changed the actor', 'update audit_entry set actor_affiliate_id = 8 where seq = 5'],
    ['moved the time by a microsecond', `update audit_entry set at = at + interval '1 microsecond' where seq = 5`],
  ])('reports an entry after someone %s', async (_what, text) => {
    await run(text);
    expect((await verify()).problems).toEqual(['entry 5: changed or moved']);
  });

  test('reports a removed entry', async () => {
    await run('delete from audit_entry where seq = 5');
    expect((await verify()).problems).toEqual([`chain ${chain}: entries 3 to 3 are missing`]);
  });

  test('reports a removed entry after the gap was closed', async () => {
    await run('delete from audit_entry where seq = 5');
    await run(`update audit_entry set chain_seq = chain_seq - 1 where chain = ${chain} and seq > 5`);
    await run(`update chain_head set entries = entries - 1 where log = 'audit' and chain = ${chain}`);
    const { problems } = await verify();
    expect(problems).toContain('entry 7: changed or moved');
    expect(problems).toContain(`checkpoint 2: entry 7 of chain ${chain} is missing or changed`);
  });

  test('reports swapped entries', async () => {
    await run('update audit_entry set seq = 103 where seq = 3');
    await run('update audit_entry set seq = 3 where seq = 5');
    await run('update audit_entry set seq = 5 where seq = 103');
    const { problems } = await verify();
    expect(problems).toContain(`chain ${chain}: entries 2 to 2 are missing`);
    expect(problems).toContain(`entry 5: inserted or moved in chain ${chain}`);
  });

  test('reports an inserted entry', async () => {
    await run('delete from audit_entry where seq = 6');
    await run(`insert into audit_entry select 6, chain, chain_seq, at, actor_affiliate_id, action, subject, data, correlation_id, prev_hash, hash
      from audit_entry where seq = 5`);
    expect((await verify()).problems).toContain(`entry 6: inserted or moved in chain ${chain}`);
  });

  test('reports an entry inserted at the end', async () => {
    const copy = (place: number) =>
      run(`insert into audit_entry select 11, chain, ${place}, at, actor_affiliate_id, action, subject, data, correlation_id, prev_hash, hash
        from audit_entry where seq = 9`);
    await copy(6);
    expect((await verify()).problems).toEqual([`chain ${chain}: entries 6 to 6 are not covered by its head`]);
    await run('delete from audit_entry where seq = 11');
    await copy(2);
    expect((await verify()).problems).toEqual([`chain ${chain}: entry 2 is inserted`]);
  });

  test('reports removed entries at the end', async () => {
    await run('delete from audit_entry where seq = 9');
    expect((await verify()).problems).toEqual([`chain ${chain}: entries 5 to 5 are missing`]);
  });

  test('reports a cut chain whose head was set back', async () => {
    await run('delete from audit_entry where seq in (7, 9)');
    await run(`update chain_head set (entries, seq, hash) = (select chain_seq, seq, hash from audit_entry where seq = 5)
      where log = 'audit' and chain = ${chain}`);
    expect((await verify()).problems).toEqual([`checkpoint 2: entry 7 of chain ${chain} is missing or changed`]);
  });

  test('reports a removed chain, with and without its head', async () => {
    await run(`delete from audit_entry where chain = ${chain}`);
    await run(`update chain_head set entries = 0, seq = 0, hash = '' where log = 'audit' and chain = ${chain}`);
    const lost = [3, 7].map(
      (seq, index) => `checkpoint ${index + 1}: entry ${seq} of chain ${chain} is missing or changed`,
    );
    expect((await verify()).problems).toEqual(lost);
    await run(`delete from chain_head where log = 'audit' and chain = ${chain}`);
    expect((await verify()).problems).toEqual([...lost, `chain ${chain}: the head is missing`]);
  });

  test('reports a chain that was written again from its first entry, also after a further checkpoint', async () => {
    await run(`delete from audit_entry where chain = ${chain}`);
    await run(`update chain_head set entries = 0, seq = 0, hash = '' where log = 'audit' and chain = ${chain}`);
    for (let round = 0; round < 5; round++) await append(subject);
    await anchor();
    expect((await verify()).problems).toEqual([
      `checkpoint 1: entry 3 of chain ${chain} is missing or changed`,
      `checkpoint 2: entry 7 of chain ${chain} is missing or changed`,
    ]);
  });
});

describe('checkpoints', () => {
  test('are made once by two processes, and only after a change', async () => {
    const second = openDatabase({ connection: database.connection, poolSize: 2 });
    try {
      const both = () => Promise.all([anchor(), createCheckpoint({ database: second, env }, new Date())]);
      expect((await both()).filter((made) => made !== null)).toMatchObject([{ id: 3 }]);
      expect(await both()).toEqual([null, null]);
      await append(subject);
      expect((await both()).filter((made) => made !== null)).toMatchObject([{ id: 4 }]);
    } finally {
      await second.close();
    }
    const { rows } = await pool.query('select jsonb_array_length(heads) as heads from chain_checkpoint order by id');
    expect(rows.map((row: { heads: number }) => row.heads)).toEqual([128, 2, 2, 1]);
    expect((await verify()).problems).toEqual([]);
  });

  test('contain all chains once in 64', async () => {
    for (let made = 2; made < 70; made++) {
      await append(subject);
      await anchor();
    }
    const { rows } = await pool.query('select id::int from chain_checkpoint where jsonb_array_length(heads) = 128');
    expect(rows).toEqual([{ id: 1 }, { id: 65 }]);
    expect((await verify()).problems).toEqual([]);
    await append(subject);
    expect(await verify(false)).toEqual({ entries: 1, problems: [], since: 70 });
  });

  test('are signed with the current key, and stay valid after it was rotated', async () => {
    const settings = { env, owner: 'Bluewater', now: new Date() };
    const keyId = await database.inTransaction('rotate', (tx) => rotateDocumentKey(tx, settings));
    expect(await anchor()).toMatchObject({ id: 3 });
    const { rows } = await pool.query('select key_id = $1 as is_new from chain_checkpoint order by id', [keyId]);
    expect(rows.map((row: { is_new: boolean }) => row.is_new)).toEqual([false, false, true]);
    expect((await verify()).problems).toEqual([]);
  });

  test('are reported when one was removed', async () => {
    await anchor();
    await run('delete from chain_checkpoint where id = 2');
    expect((await verify()).problems).toEqual(['checkpoints 2 to 2: missing']);
    await run('update chain_checkpoint set id = 2 where id = 3');
    expect((await verify()).problems).toEqual(['checkpoint 2: changed']);
  });

  test('are reported when the last one was removed after a verification', async () => {
    await verify();
    await run('delete from chain_checkpoint where id = 2');
    expect((await verify()).problems).toEqual(['checkpoints 2 to 2: missing']);
    expect((await verify(false)).problems).toEqual(['checkpoints 2 to 2: missing']);
  });

  test('are reported when one was changed or signed by someone else', async () => {
    await run(`update chain_checkpoint set heads = heads - 0 where id = 2`);
    expect((await verify()).problems).toEqual(['checkpoint 2: changed']);
    await copyTables('restore');
    await run(`update chain_checkpoint set signature = substring(signature from 2) where id = 2`);
    expect((await verify()).problems).toEqual(['checkpoint 2: the signature is not valid']);
    await copyTables('restore');
    await run('delete from chain_checkpoint');
    // Someone who can write to the database adds a key of their own.
    await run('update document_key set retired_at = now()');
    const foreign = { ...env, SECRET_KEYS: ['another-secret'] } as unknown as Env;
    await createCheckpoint({ database, env: foreign }, new Date());
    const { rows } = await pool.query<{ key_id: string }>('select key_id from chain_checkpoint');
    expect((await verify()).problems).toEqual([
      `checkpoint 1: signed with key ${rows[0]?.key_id}, which is not a key of this portal`,
    ]);
  });
});

describe('verifyAudit by default', () => {
  test('begins at the last checkpoint of the last verification', async () => {
    expect(await verify(false)).toEqual({ entries: 10, problems: [], since: null });
    expect(await verify(false)).toEqual({ entries: 2, problems: [], since: 2 });
    await append(subject);
    await anchor();
    await append(other);
    expect(await verify(false)).toEqual({ entries: 4, problems: [], since: 2 });
    expect(await verify(false)).toEqual({ entries: 1, problems: [], since: 3 });
    await run('delete from audit_entry where seq = (select max(seq) from audit_entry)');
    expect((await verify(false)).problems).toEqual([`chain ${otherChain}: entries 6 to 6 are missing`]);
  });

  test('leaves entries that were verified before to a complete verification', async () => {
    await verify();
    await run('update audit_entry set actor_affiliate_id = 8 where seq = 5');
    expect((await verify(false)).problems).toEqual([]);
    expect((await verify()).problems).toEqual(['entry 5: changed or moved']);
  });

  test('begins with the first entry after a problem, or if the progress was written by someone else', async () => {
    await run('update audit_entry set actor_affiliate_id = 8 where seq = 5');
    for (let time = 0; time < 2; time++) expect((await verify(false)).problems).toEqual(['entry 5: changed or moved']);
    const mac = createHash('sha256').update('forged').digest('base64url');
    await run(
      `insert into chain_verification select 'audit', id, hash, now(), '${mac}' from chain_checkpoint where id = 2`,
    );
    expect((await verify(false)).problems).toEqual(['entry 5: changed or moved']);
  });

  test('finds entries whose transaction had not ended at the checkpoint', async () => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query(
        `insert into audit_entry (seq, chain, chain_seq, at, action, subject, data, correlation_id, prev_hash, hash)
         select seq, chain, chain_seq, timestamptz 'epoch', 'late', $1, '{}', '', prev_hash, hash
         from append_to_chains('audit', $2::jsonb)`,
        [subject, JSON.stringify([{ chain, digest: lateDigest() }])],
      );
      await append(other);
      await anchor();
      expect(await verify(false)).toMatchObject({ problems: [] });
      await client.query('commit');
      await append(other);
      expect(await verify(false)).toEqual({ entries: 2, problems: [], since: 3 });
      await append(subject);
      expect(await verify(false)).toEqual({ entries: 3, problems: [], since: 3 });
    } finally {
      client.release(true);
    }
  });
});

/** The digest of the entry that a slow transaction inserts. */
function lateDigest(): string {
  const content = `{"action":"late","actor_affiliate_id":null,"at_us":0,"correlation_id":"","data":{},"subject":"${subject}"}`;
  return createHash('sha256').update(content).digest('hex');
}
