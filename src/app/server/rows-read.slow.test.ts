import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '#platform/server/db/database.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { findPeopleIds, parseSearchTerm } from '#features/account/server/public.ts';
import { listAuditEntries } from '#features/association/server/audit-queries.ts';
import { findCardIds } from '#features/association/server/card-queries.ts';
import { listEvents } from '#features/association/server/security-events.ts';
import { countDeskOrders, listDeskOrders, type OrderSearch } from '#features/shop/server/desk/queries.ts';

const database = await createTestDatabase();
const counts = {
  person: 40_000,
  audit_entry: 60_000,
  shop_order: 40_000,
  certification: 40_000,
  security_log: 40_000,
};
type FilledTable = keyof typeof counts;

/** Names and actions are combined evenly, so a common one is a twentieth of all. */
const fill = `
  begin;
  set local statement_timeout = 0;
  create function pick(texts text[], n bigint) returns text language sql immutable
    return texts[1 + n % cardinality(texts)];
  insert into person (affiliate_id, sub, email, given_name, family_name, affiliate_type_id, store_number)
  select 1000000 + n, gen_random_uuid(), 'person.' || n || '@people.test',
    pick('{Anna,Ben,Carla,David,Elena,Farid,Grace,Hiro,Ines,Jonas,Katarzyna,Liam,Maria,Nils,Olga,Paul,Rosa,Sven,Tara,Uma}', n),
    pick('{Ander,Berg,Chen,Diaz,Evans,Fischer,Garcia,Haddad,Ivanov,Jensen,Kowal,Lopez,Moreau,Novak,Okafor,Petrov,Quist,Rossi,Smith,Tanaka}', n / 20)
      || pick('{sen,mann,ova,ez,ini,ström,wood,ley,ton,ski,a,o,i,u,e,en,er,in,ic,ko}', n / 400),
    case when n % 600 = 0 then 4 else 1 end, case when n % 600 = 0 then 1000000 + n end
  from generate_series(1, ${counts.person}) n;
  insert into audit_entry (seq, chain, chain_seq, at, actor_affiliate_id, action, subject, data, correlation_id, prev_hash, hash)
  select n, 1, n, now(), case when n % 5 = 0 then 1000008 else 1000000 + n % 3000 end,
    pick('{person.search,person.read,logbook.verified,form.read,order.paid,audit.read}', n),
    case n % 6 when 0 then 'search' when 5 then 'audit' else 'person:' || 1000001 + n * 7919 % 40000 end, '{}', '', '', ''
  from generate_series(1, ${counts.audit_entry}) n;
  insert into shop_order (affiliate_id, key, basket_version, state, method, currency, country, is_tax_included,
    subtotal_minor, discount_minor, tax_minor, total_minor, refunded_minor, created_at, expires_at, paid_at)
  select 1000001 + n * 7919 % 40000, gen_random_uuid(), 1, 'paid', 'card', 'USD', 'US', false, 100, 0, 0, 100,
    case when n % 10000 = 0 then 100 else 0 end, now() - n * interval '1 minute', now(), now()
  from generate_series(1, ${counts.shop_order}) n;
  insert into certification (affiliate_id, level_id, cert_date)
  select 1000000 + n, 10, '2024-01-01' from generate_series(1, ${counts.certification}) n;
  insert into security_log (kind, affiliate_id, occurred_at)
  select pick('{sign_in,sign_in_failed,denied}', n), 1000000 + n, now() - n * interval '1 minute'
  from generate_series(1, ${counts.security_log}) n;
  commit;`;

beforeAll(async () => {
  await database.pool.query(fill);
  const { audit_entry: _, ...vacuumed } = counts;
  await database.pool.query(`vacuum analyze ${Object.keys(vacuumed).join(', ')}`);
  // Without vacuum, as for entries of the last hours: index-only scans still look up each row.
  await database.pool.query('analyze audit_entry');
}, 300_000);

/** The rows and index entries that the work reads from a table. */
async function countRowsRead(table: FilledTable, work: (db: Db) => Promise<unknown>): Promise<number> {
  return database.inTransaction('test', async (db) => {
    const before = await readCounter(db, table);
    await work(db);
    return (await readCounter(db, table)) - before;
  });
}

async function readCounter(db: Db, table: FilledTable): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    with parts as (
      select ${table}::regclass::oid as relation
      union select relid::oid from pg_partition_tree(${table}::regclass))
    select sum(pg_stat_get_xact_tuples_returned(relation))::int as read from (
      select indexrelid as relation from pg_index where indrelid in (select relation from parts)
      union all select relation from parts) relations`.execute(db);
  return rows[0]?.read ?? Number.NaN;
}

const allTypes = [1, 2, 3, 4, 9];

describe('rows read by searches in a large database', () => {
  it('counts a sequential scan', async () => {
    const scan = (db: Db) => sql`select count(*) from person where city = 'nowhere'`.execute(db);
    expect(await countRowsRead('person', scan)).toBeGreaterThanOrEqual(counts.person);
  });

  // Names without a common beginning are found by reading 501 matches in order: a twentieth of 10,020 entries.
  it.each([
    ['a', 2_000],
    ['an', 2_000],
    ['x', 10],
    ['qz', 10],
    ['jonas ko', 2_000],
    ['ko jonas', 2_000],
    ['smith', 2_000],
    ['jonas', 2_000],
    ['anna smithson', 2_000],
    ['mann', 12_000],
    ['zzzzqq', 10],
    ["o'b", 10],
    ['1000123', 10],
    ['person.123@', 2_000],
    ['@people.test', 2_000],
    ['nobody@nowhere.test', 10],
  ])('finds people by %j without reading them all', async (typed, most) => {
    expect(await countRowsRead('person', (db) => findPeopleIds(db, typed, allTypes))).toBeLessThan(most);
  });

  it.each(['a', 'anna', 'mann', 'zzzqq'])('finds stores by %j without reading all people', async (typed) => {
    expect(await countRowsRead('person', (db) => findPeopleIds(db, typed, [4]))).toBeLessThan(5_000);
  });

  // A common name matches 500 people, for whom PostgreSQL reads a table of this size faster as a whole.
  it.each(['jonas ko', 'zzzzqq', 'x', '1000123'])('finds cards by %j without reading them all', async (typed) => {
    expect(await countRowsRead('person', (db) => findCardIds(db, typed))).toBeLessThan(4_000);
    expect(await countRowsRead('certification', (db) => findCardIds(db, typed))).toBeLessThan(4_000);
  });

  it.each([
    {},
    { action: 'person.' },
    { action: 'club.' },
    { actorId: 1_000_008 },
    { actorId: 1_000_008, action: 'order.paid' },
    { actorId: 1_000_008, action: 'zzz' },
    { actorId: 1_000_123, action: 'club.joined' },
    { subject: 'nobody' },
    { subject: 'search' },
    { subject: 'search', action: 'club.' },
    { subject: 'search', actorId: 1_000_003 },
    { subject: 'audit', actorId: 1_000_008, action: 'person.' },
    { subject: 'search', actorId: 1_000_008, before: 1_000 },
    { isChangesOnly: true },
    { actorId: 1_000_008, isChangesOnly: true },
  ])('lists audit entries by %j without reading them all', async (filter) => {
    const all = { subject: '', actorId: null, action: '', before: null, isChangesOnly: false };
    const list = (db: Db) => listAuditEntries(db, { ...all, ...filter }, 51);
    expect(await countRowsRead('audit_entry', list)).toBeLessThan(3_000);
  });

  it.each([
    ['all', ''],
    ['all', '#12345'],
    ['all', 'zzzzqq'],
    ['all', 'jonas smithson'],
    ['all', 'jonas'],
    ['all', 'person.123@people.test'],
    ['refunded', ''],
    ['to_post', ''],
  ] as const)('lists %s orders by %j without reading them all', async (show, typed) => {
    const term = typed === '' ? null : parseSearchTerm(typed);
    if (term?.kind === 'nothing') throw new Error('not a search term');
    const filter = { show, search: term?.kind ?? null };
    const work = async (db: Db) => {
      await listDeskOrders(filter)(db, { ...term, locale: 'en-US', offset: 0 } as OrderSearch & {
        locale: string;
        offset: number;
      });
      await countDeskOrders(filter)(db, { ...term } as OrderSearch);
    };
    expect(await countRowsRead('shop_order', work)).toBeLessThan(15_000);
    expect(await countRowsRead('person', work)).toBeLessThan(15_000);
  });

  it.each([
    {},
    { affiliateId: 1_000_123 },
    { affiliateId: 999 },
    { kind: 'nothing' },
    { day: '2000-01-01' },
    { affiliateIds: [1_000_123], addressHashes: ['x'] },
  ])('lists security events by %j without reading them all', async (filter) => {
    const shape = {
      hasPerson: 'affiliateId' in filter,
      hasEmail: 'affiliateIds' in filter,
      hasKind: 'kind' in filter,
      hasDay: 'day' in filter,
    };
    const none = {
      before: Number.MAX_SAFE_INTEGER,
      affiliateId: 0,
      affiliateIds: [],
      addressHashes: [],
      kind: '',
      day: '',
    };
    const list = (db: Db) => listEvents(shape)(db, { ...none, ...filter, limit: 51 });
    expect(await countRowsRead('security_log', list)).toBeLessThan(500);
  });
});
