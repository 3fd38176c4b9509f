import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { erasePerson, listExportedTables, sortByReferences, type ErasureRules } from './personal-data.ts';
import { listPersonalTables, type PersonKeys } from './personal-tables.ts';
import { RecordCipher } from '#platform/server/crypto/record-cipher.ts';
import { encrypt, encryptFile } from '#platform/server/crypto/secrets.ts';
import { contextOfColumn } from './stored-secrets.ts';

const database = await createTestDatabase();
const { db, pool } = database;
const secretKeys = ['a-secret-key-for-these-tests-only-32'];
const keys: PersonKeys = { affiliateId: 7, sub: randomUUID(), email: 'ada@demo.test', emailSince: null };
const noop = async () => undefined;
const rules = {
  lookups: {
    guardian_link: (eb, { affiliateId }) => eb('guardian_id', '=', affiliateId),
    oidc_payload: (eb, { sub }) => eb('account_id', '=', sub),
    access_code: (eb, { affiliateId }) => eb('redeemed_by', '=', affiliateId),
  },
  anonymise: { person: noop },
  removeMentions: noop,
} satisfies ErasureRules;

await pool.query(`
  create table box (
    affiliate_id bigint not null, at timestamptz not null, note text, wax text, pin text, picture text, bytes bytea,
    primary key (affiliate_id, at)
  );
  comment on table box is 'personal: export, delete on erasure (a reason)';
  comment on column box.wax is 'sealed: box';
  comment on column box.pin is 'secret';
  comment on column box.picture is 'sealed file: picture';
  create table lid (affiliate_id bigint, at timestamptz, primary key (affiliate_id, at),
    foreign key (affiliate_id, at) references box);
  comment on table lid is 'personal: not exported, delete on erasure';`);

async function read(name: string, of = keys) {
  const table = (await listExportedTables(db, of, rules.lookups, secretKeys)).find(
    (exported) => exported.name === name,
  );
  return table === undefined ? null : Array.fromAsync(table.rows);
}

/** Creates the table `odd` for the duration of a test. */
async function withTable(sql: string, work: () => Promise<void>): Promise<void> {
  await pool.query(`create table odd ${sql}`);
  await work().finally(() => pool.query('drop table odd'));
}

describe('listPersonalTables', () => {
  it('returns the treatment of each table and column', async () => {
    const box = (await listPersonalTables(db)).find(({ name }) => name === 'box');
    expect(box).toMatchObject({
      isExported: true,
      onErasure: 'delete',
      reason: 'a reason',
      primaryKey: ['affiliate_id', 'at'],
    });
    expect(box?.columns.map(({ treatment }) => treatment)).toEqual([
      { kind: 'plain' },
      { kind: 'plain' },
      { kind: 'plain' },
      { kind: 'sealed', lock: { purpose: 'box' } },
      { kind: 'secret' },
      { kind: 'file', lock: { purpose: 'picture' } },
      { kind: 'plain' },
    ]);
  });

  it.each([
    'sealed',
    'secret: box',
    'secret by affiliate_id',
    'file: box',
    'file by affiliate_id',
    'sealed file',
    'sealed by affiliate_id',
    'sealed by nothing',
    'sealed: box if x',
    'file if x',
    'sealed file by nothing',
    'Secret',
    'a remark',
  ])('rejects the column comment “%s”', (comment) =>
    withTable(
      `(affiliate_id bigint primary key, x text);
        comment on table odd is 'personal: export, delete on erasure'; comment on column odd.x is '${comment}'`,
      () => expect(listPersonalTables(db)).rejects.toThrow('the comment on odd.x'),
    ),
  );

  it('rejects an invalid declaration and a table without a lookup', async () => {
    await withTable("(affiliate_id bigint primary key); comment on table odd is 'personal: perhaps'", () =>
      expect(listPersonalTables(db)).rejects.toThrow('the table odd is not declared'),
    );
    const lost = "(id bigint primary key); comment on table odd is 'personal: export, delete on erasure'";
    await withTable(lost, async () => {
      await expect(read('odd')).rejects.toThrow('no lookup from a person to the table odd');
      await expect(database.inTransaction('x', (tx) => erasePerson(tx, keys, rules))).rejects.toThrow('no lookup');
    });
  });
});

describe('listExportedTables', () => {
  it('adds computed columns', async () => {
    await pool.query("insert into box (affiliate_id, at, note) values (9, now(), 'short')");
    const computed = { box: { length: sql`length(box.note)` } };
    const tables = await listExportedTables(db, { ...keys, affiliateId: 9 }, rules.lookups, secretKeys, {
      computedColumns: computed,
    });
    const rows = await Array.fromAsync(tables.find(({ name }) => name === 'box')?.rows ?? []);
    expect(rows.map(({ values }) => values)).toMatchObject([{ note: 'short', length: 5 }]);
    await pool.query('delete from box where affiliate_id = 9');
  });

  it('reads rows with binary content in small pages, because each can have several MB', async () => {
    await pool.query(
      "insert into box (affiliate_id, at, bytes) select 9, now() + n * interval '1 s', 'x' from generate_series(1, 45) n",
    );
    const sizes: number[] = [];
    const tables = await listExportedTables(
      db,
      { ...keys, affiliateId: 9 },
      rules.lookups,
      secretKeys,
      {},
      async (work) => {
        const page = await work(db);
        sizes.push((page as { rows: unknown[] }).rows.length);
        return page;
      },
    );
    const rows = await Array.fromAsync(tables.find(({ name }) => name === 'box')?.rows ?? []);
    expect(rows).toHaveLength(45);
    expect(sizes).toEqual([20, 20, 5]);
    await pool.query('delete from box where affiliate_id = 9');
  });

  it('decrypts values, lists files, encodes bytes as base64 and omits secrets', async () => {
    await pool.query(
      "insert into box values (7, '2026-11-15T06:00:00.123456Z', 'note', '', 'pin', 'a/b.jpg', 'bytes')",
    );
    const { rows } = await pool.query<{ at: string }>('select at::text from box where affiliate_id = 7');
    const context = contextOfColumn('box', { table: 'box', key: { affiliate_id: 7, at: rows[0]?.at } }, 'wax');
    await pool.query('update box set wax = $1 where affiliate_id = 7', [encrypt(secretKeys, context, '{"wax":1}')]);
    await pool.query("insert into box (affiliate_id, at, note) values (8, now(), 'of another')");
    expect(await read('box')).toEqual([
      {
        values: {
          affiliate_id: 7,
          at: new Date('2026-11-15T06:00:00.123Z'),
          note: 'note',
          wax: { wax: 1 },
          picture: 'files/box/a-b.jpg',
          bytes: Buffer.from('bytes').toString('base64'),
        },
        files: [{ key: 'a/b.jpg', path: 'files/box/a-b.jpg', open: expect.any(Function) }],
      },
    ]);
    const [file] = (await read('box'))?.flatMap(({ files }) => files) ?? [];
    expect(file?.open?.(encryptFile(secretKeys, 'picture', 'a/b.jpg', Buffer.from('a picture'))).toString()).toBe(
      'a picture',
    );
    expect(await read('lid')).toBeNull();
  });

  it('decrypts values and files with the record key and omits the key', async () => {
    const cipher = RecordCipher.create('odd' as 'form_record', { affiliate_id: 7 });
    await withTable(
      `(affiliate_id bigint primary key, sealed_key text, words text, picture text);
      comment on table odd is 'personal: export, delete on erasure';
      comment on column odd.sealed_key is 'secret';
      comment on column odd.words is 'sealed by sealed_key';
      comment on column odd.picture is 'sealed file by sealed_key'`,
      async () => {
        await pool.query('insert into odd values (7, $1, $2, $3), (8, null, null, null)', [
          cipher.encryptKey(secretKeys),
          cipher.encrypt('words' as 'sealed_content', '{"said":"é"}'),
          'a/c.pdf',
        ]);
        const [row, ...others] = (await read('odd')) ?? [];
        expect(others).toEqual([]);
        expect(row?.values).toEqual({ affiliate_id: 7, words: { said: 'é' }, picture: 'files/odd/a-c.pdf' });
        expect(row?.files[0]?.open?.(cipher.encryptFile('a/c.pdf', Buffer.from('a page'))).toString()).toBe('a page');
        const [emptied] = (await read('odd', { ...keys, affiliateId: 8 })) ?? [];
        expect(emptied).toEqual({ values: { affiliate_id: 8, words: null, picture: null }, files: [] });
      },
    );
  });

  it('reads all rows in pages, even with keys a microsecond apart', async () => {
    await pool.query(`insert into box (affiliate_id, at, note)
      select 9, timestamptz '2026-01-01' + n * interval '1 microsecond', n from generate_series(1, 1234) n`);
    const rows = await read('box', { ...keys, affiliateId: 9 });
    expect(rows?.map(({ values }) => Number(values['note']))).toEqual(Array.from({ length: 1_234 }, (_, n) => n + 1));
  });

  it('finds no account for a person of another issuer', async () => {
    expect(await read('account', { ...keys, sub: 'auth0|123' })).toEqual([]);
  });
});

describe('erasePerson', () => {
  it('deletes referencing rows first and returns the file keys', async () => {
    await pool.query('insert into lid select affiliate_id, at from box where affiliate_id = 7');
    const files = await database.inTransaction('x', (tx) => erasePerson(tx, keys, rules));
    expect(files).toEqual(['a/b.jpg']);
    const { rows } = await pool.query('select affiliate_id, count(*)::int from box group by 1 order by 1');
    expect(rows).toEqual([
      { affiliate_id: 8, count: 1 },
      { affiliate_id: 9, count: 1_234 },
    ]);
  });

  it('rejects a call outside a transaction and a missing anonymisation rule', async () => {
    await expect(erasePerson(db, keys, rules)).rejects.toThrow('in one transaction');
    const unruly = { ...rules, anonymise: {} };
    await expect(database.inTransaction('x', (tx) => erasePerson(tx, keys, unruly))).rejects.toThrow(
      'no anonymisation rule for the table person',
    );
  });

  it('rejects tables that reference each other', async () => {
    const [box, lid] = (await listPersonalTables(db)).filter(({ name }) => name === 'box' || name === 'lid');
    if (box === undefined || lid === undefined) throw new Error('the test tables are missing');
    expect(sortByReferences([box, lid]).map(({ name }) => name)).toEqual(['lid', 'box']);
    expect(() => sortByReferences([{ ...box, references: ['lid'] }, lid])).toThrow('in a cycle: box, lid');
  });
});
