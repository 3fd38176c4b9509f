import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFormsFixture, storeNumber } from '#test/support/api/forms-testing.ts';
import { demoAffiliateIds } from '#test/support/api/demo-people-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';

const portal = await testPortal();
const { pool } = portal.services.database;
const forms = createFormsFixture(portal);

/** Texts that occur only in answers and in the program's files. */
const canaries = ['medical.q7', 'medical.e1'];
/** A text stored in plain, which shows that the search works. */
const control = 'CanaryOfTheOpen';

await pool.query('update person set city = $1 where affiliate_id = $2', [control, demoAffiliateIds.diver]);
// One form signed with its document and read by a store, one with a first signature, one still a draft.
const signed = await forms.submit(
  'diver',
  { packet: 'dsd', storeNumber },
  { 'medical.q7': 'yes', 'medical.e1': 'yes' },
);
await forms.document(signed);
await forms.record('store', signed);
const signing = await forms.begin('minor', { packet: 'dsd' });
await forms.answerAll('minor', signing, { 'medical.q7': 'yes' });
await forms.sign('minor', signing);
const filling = await forms.begin('student');
await forms.change('student', filling, { 'medical.q7': 'yes' });

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function filesContaining(folder: string, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const file of await filesUnder(folder)) {
    const bytes = await readFile(file).catch(() => Buffer.alloc(0));
    if (texts.some((word) => bytes.includes(word))) found.push(file);
  }
  return found;
}

describe('encrypted answers', () => {
  it('are in no row of any table', async () => {
    const { rows: tables } = await pool.query<{ name: string }>(
      "select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'pgboss')",
    );
    expect(tables.length).toBeGreaterThan(50);
    const found: string[] = [];
    for (const { name } of tables)
      for (const word of [...canaries, control]) {
        const { rows } = await pool.query(`select 1 from ${name} t where t::text like '%' || $1 || '%' limit 1`, [
          word,
        ]);
        if (rows.length > 0) found.push(`${name} ${word}`);
      }
    expect(found).toEqual([`person ${control}`]);
  });

  it('are in no database file on disk', async () => {
    await pool.query('checkpoint');
    const pagesContaining = async (texts: readonly string[]) => {
      const { rows } = await pool.query<{ name: string }>(
        `select name from pg_database, pg_ls_dir('base/' || oid) name,
           pg_read_binary_file('base/' || oid || '/' || name, 0, 1000000000, true) bytes
         where datname = current_database()
           and exists (select from unnest($1::text[]) word where position(convert_to(word, 'utf8') in bytes) > 0)`,
        [texts],
      );
      return rows;
    };
    expect((await pagesContaining([control])).length).toBeGreaterThan(0);
    expect(await pagesContaining(canaries)).toEqual([]);
  });

  it('are in no stored file, and no stored PDF is readable', async () => {
    const folder = join(portal.env.DATA_DIR, 'files');
    expect((await filesUnder(join(folder, 'forms'))).length).toBeGreaterThan(0);
    expect(await filesContaining(join(folder, 'forms'), [...canaries, '%PDF', 'Lindqvist'])).toEqual([]);
  });

  it('are readable by the diver', async () => {
    const { formData } = await forms.record('diver', signed);
    expect(JSON.stringify(formData)).toContain('"medical.e1":"yes"');
  });
});
