import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { normalizeForSearch } from '#platform/shared/search-text.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { DiveLog, DiveLogPage, DiveSite, LogbookTotals } from '#features/logbook/shared/contract.ts';
import { sortOptions } from '#features/logbook/shared/enums.ts';
import { documents } from '#features/logbook/web/graphql-documents.ts';
import { wholeList } from './list-queries.ts';
import { findPageJson } from './page-queries.ts';
import {
  diver,
  instructor,
  createLogbookFixture,
  createRecreationalLog,
  student,
  createTrainingLog,
} from '#test/support/api/logbook-testing.ts';
import { purgeLogs } from './public.ts';
import { findTotals } from './queries.ts';

const portal = await testPortal();
const { services } = portal;
const { ask, create, createTraining, reach, rows, clear } = createLogbookFixture(portal);

const readPage = async (variables: object = {}, document: string = documents.page) =>
  (await ask<DiveLogPage>(diver, document, variables)).data;
const titles = async (variables: object = {}, document?: string) =>
  (await readPage(variables, document)).items.map((log) => log.dive_title);

describe('diveLogs', () => {
  beforeAll(async () => {
    await clear();
    const dive = (title: string, day: string, depth: number, minutes: number, changes: object = {}) => ({
      dive_title: title,
      dive_date: day,
      depth_times: [{ max_depth: depth, bottom_time: minutes }],
      ...changes,
    });
    await create(diver, createRecreationalLog(dive('reef', '2026-05-01', 18, 50, { dive_location: 'Île d’Or' })));
    await create(
      diver,
      createRecreationalLog(
        dive('wreck', '2026-06-01', 30, 30, { experiences: [{ buddies: ['Søren'], notes: '100% luck' }] }),
      ),
    );
    await create(diver, createRecreationalLog(dive('pier', '2026-06-01', 6, 70)));
    await createTraining(diver, createTrainingLog(dive('deep', '2025-07-01', 12, 35)));
    await create(diver, createRecreationalLog({ ...dive('plan', '2026-07-01', 40, 10), status: 'Draft' }));
    await create(student, createRecreationalLog(dive('not mine', '2026-06-15', 99, 99)));
  });

  it('returns the newest first with the total', async () => {
    const { total, items } = await readPage();
    expect(total).toBe(5);
    expect(items.map((log) => log.dive_title)).toEqual(['plan', 'pier', 'wreck', 'reef', 'deep']);
    expect(items[2]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      log_type: 'Recreational',
      log_course: null,
      log_number: null,
      dive_number: 3,
      dive_title: 'wreck',
      dive_date: '2026-06-01',
      dive_location: 'Kelder Reef',
      status: 'Logged',
      outline: null,
      version: 1,
      adventure_dive: null,
      typed: [],
      max_depth: 30,
      bottom_time: 30,
      bottom_water_temp: null,
      returned_reason: null,
      returned_name: null,
    });
  });

  it.each([
    ['dive_date_asc', ['deep', 'reef', 'wreck', 'pier', 'plan']],
    ['max_depth_desc', ['plan', 'wreck', 'reef', 'deep', 'pier']],
    ['max_depth_asc', ['pier', 'deep', 'reef', 'wreck', 'plan']],
    ['bottom_time_desc', ['pier', 'reef', 'deep', 'wreck', 'plan']],
    ['bottom_time_asc', ['plan', 'wreck', 'deep', 'reef', 'pier']],
  ])('sorts by %s', async (sort, order) => {
    expect(await titles({ sort })).toEqual(order);
  });

  it.each([
    [{ log_type: 'Training' }, ['deep'], 35],
    [{ log_type: 'Recreational', drafts: false }, ['pier', 'wreck', 'reef'], 150],
    [{ status: 'Draft' }, ['plan'], 10],
    [{ status: 'Pending' }, ['deep'], 35],
    [{ drafts: false }, ['pier', 'wreck', 'reef', 'deep'], 185],
    [{ search: 'WRECK' }, ['wreck'], 30],
    [{ search: 'ile d’or' }, ['reef'], 50],
    [{ search: 'soren kelder' }, ['wreck'], 30],
    [{ search: 'open water' }, ['deep'], 35],
    [{ search: '100%' }, ['wreck'], 30],
    [{ search: '_' }, [], 0],
    [{ search: '   ' }, ['plan', 'pier', 'wreck', 'reef', 'deep'], 195],
    [{ search: 'kelder', log_type: 'Recreational', status: 'Logged', drafts: false }, ['pier', 'wreck'], 100],
  ])('filters by %j to %j, also in count and sum', async (filter, found, minutes) => {
    const { items, total } = await readPage({ filter });
    expect(items.map((log) => log.dive_title)).toEqual(found);
    expect(total).toBe(found.length);
    const document = `query ($filter: LogFilterInput) { diveLogCount(filter: $filter) bottomTimeSum(filter: $filter) }`;
    const { data } = (await portal.graphql(diver.email, document, { filter })).json();
    expect(data).toEqual({ diveLogCount: found.length, bottomTimeSum: minutes });
  });

  it('pages by offset or by number', async () => {
    expect(await titles({ limit: 2 })).toEqual(['plan', 'pier']);
    expect(await titles({ limit: 2, offset: 1 })).toEqual(['pier', 'wreck']);
    const byNumber = 'query ($page: Int) { diveLogs(limit: 2, page: $page) { total items { dive_title } } }';
    expect((await readPage({ page: 3 }, byNumber)).items).toEqual([{ dive_title: 'deep' }]);
    expect(await readPage({ page: 99 }, byNumber)).toEqual({ total: 5, items: [] });
  });

  it('reads pages of unusual sizes with one statement, so that requests don’t fill the memory with others', async () => {
    const document = 'query ($limit: Int) { diveLogs(limit: $limit) { items { dive_title } } }';
    for (let limit = 1; limit <= 12; limit++)
      expect(await titles({ limit }, document)).toEqual(['plan', 'pier', 'wreck', 'reef', 'deep'].slice(0, limit));
    const prepared = new Set<string>();
    // Each turn of the event loop asks another of the shared connections.
    for (let turn = 0; turn < 8; turn++) {
      const { rows: found } = await sql<{ statement: string }>`
        select statement from pg_prepared_statements
        where statement like '%from (select (select coalesce(json_agg(page), %(select "l"."dive_title" as "dive_title" %'`.execute(
        services.database.db,
      );
      for (const { statement } of found) prepared.add(statement);
    }
    expect([...prepared]).toEqual([expect.stringMatching(/ limit \$\d+\)/)]);
  });

  it.each([
    ['limit: 101', 'limit'],
    ['limit: 0', 'limit'],
    ['offset: -1', 'offset'],
    ['page: 0', 'page'],
    ['sort_option: "id; drop table dive_log"', 'sort_option'],
    ['filter: { status: "Lost" }', 'filter.status'],
  ])('rejects %s', async (argument, path) => {
    const { errors } = await ask(diver, `{ diveLogs(${argument}) { total } }`);
    expect(errors).toEqual([`request.invalid ${path}`]);
  });

  it('returns all totals in one response, with drafts separate', async () => {
    const { data } = await ask<LogbookTotals>(diver, documents.totals);
    expect(data).toEqual({
      dives: 4,
      training: 1,
      recreational: 3,
      drafts: 1,
      pending: 1,
      returned: 0,
      bottom_time: 185,
      max_depth: 30,
      max_depth_typed: [],
      last_dive_date: '2026-06-01',
      years: [
        { year: 2026, dives: 3, minutes: 150 },
        { year: 2025, dives: 1, minutes: 35 },
      ],
      depths: [12, 18, 30, 6].map((depth) => expect.objectContaining({ max_depth: depth })),
    });
    const years = (await ask(diver, documents.years, { filter: { log_type: 'Training' } })).data;
    expect(years).toEqual([{ year: 2025, dives: 1, minutes: 35 }]);
  });

  it('returns the last dive of a type, or null', async () => {
    expect((await ask<DiveLog>(diver, documents.lastDive, { type: 'Recreational' })).data.dive_title).toBe('pier');
    expect((await ask<DiveLog>(diver, documents.lastDive, { type: 'Training' })).data.dive_title).toBe('deep');
    expect((await ask(student, documents.lastDive, { type: 'Training' })).data).toBeNull();
  });
});

describe('an empty logbook', () => {
  it('has zero totals', async () => {
    expect((await ask(instructor, documents.totals)).data).toMatchObject({
      dives: 0,
      bottom_time: 0,
      max_depth: null,
      max_depth_typed: [],
      last_dive_date: null,
      years: [],
      depths: [],
    });
  });
});

describe('with the dives of many people', () => {
  beforeAll(async () => {
    await clear();
    await rows(`insert into person (affiliate_id, sub) select 900000 + n, 'many-' || n from generate_series(1, 40) n`);
    await rows(`
      insert into dive_log (affiliate_id, log_type, status, dive_title, dive_date, dive_location, dive_type, max_depth_m, bottom_time_min)
      select p, 'Recreational', 'Logged', 'Dive ' || n, date '2020-01-01' + n, 'Somewhere', 'Boat', n % 40, n % 90
      from generate_series(1, 200) n, generate_series(900001, 900040) p`);
    // Only pages flushed to disk are marked as all-visible, which index-only scans need.
    await rows('checkpoint');
    await rows('vacuum analyze dive_log');
  });

  /** Explains the generic plan that a cached prepared statement uses. */
  async function planOf(text: string, values: string): Promise<string> {
    const client = await services.database.pool.connect();
    try {
      await client.query('set plan_cache_mode = force_generic_plan');
      await client.query(`prepare looked_at as ${text}`);
      const { rows: lines } = await client.query(`explain execute looked_at (${values})`);
      return lines.map((line) => line['QUERY PLAN']).join('\n');
    } finally {
      await client.query('deallocate looked_at; reset plan_cache_mode');
      client.release();
    }
  }

  const filtered = { hasType: true, hasStatus: true, isWithoutDrafts: true, hasSearch: false };

  it.each(sortOptions)('lists by %s from the index alone, also later pages and filtered', async (sort) => {
    const page = { sort, size: 50, isFirst: true, selection: null };
    const plans = [
      await planOf(findPageJson({ ...wholeList, ...page }).text, '900007'),
      await planOf(findPageJson({ ...wholeList, ...page, isFirst: false }).text, '900007, 100'),
      await planOf(findPageJson({ ...filtered, ...page }).text, "900007, 'Training', 'Pending'"),
    ];
    for (const plan of plans) {
      expect(plan.match(/Index Only Scan (Backward )?using dive_log_(by_date|counts)/g)).toHaveLength(4);
      expect(plan).not.toMatch(/Seq Scan|Bitmap/);
    }
  });

  it('reads the totals from the index alone', async () => {
    const plan = await planOf(findTotals.text, '900007');
    expect(plan).toContain('Index Only Scan using dive_log_by_date');
    expect(plan).not.toMatch(/Seq Scan|Bitmap|Index Scan/);
  });
});

describe('diveSites', () => {
  const find = async (name: string, person = diver) =>
    (await ask<DiveSite[]>(person, documents.sites, { name })).data.map((site) => site.name);

  beforeEach(async () => {
    await clear();
    const names = ['Blue Hole', 'Great Blue Wall', 'Île Bleue', 'Half Moon 50% Reef', 'Under_score Bay'];
    const more = Array.from({ length: 30 }, (_none, number) => `Zebra Rock ${String(number).padStart(2, '0')}`);
    await rows('insert into dive_site (name, search_name) select * from unnest($1::text[], $2::text[])', [
      [...names, ...more],
      [...names, ...more].map(normalizeForSearch),
    ]);
    await create(diver, createRecreationalLog({ dive_location: 'Blue Door Jetty' }));
  });

  it.each([
    ['blue', ['Blue Door Jetty', 'Blue Hole', 'Great Blue Wall']],
    ['BLUE w', ['Great Blue Wall']],
    ['ile', ['Île Bleue']],
    ['bleue', ['Île Bleue']],
    ['ÎLÉ', ['Île Bleue']],
    ['b', ['Blue Door Jetty', 'Blue Hole', 'Great Blue Wall', 'Île Bleue', 'Under_score Bay', ...zebras()]],
    ['bl', ['Blue Door Jetty', 'Blue Hole', 'Great Blue Wall', 'Île Bleue']],
    ['oor', ['Blue Door Jetty']],
    ['50%', ['Half Moon 50% Reef']],
    ['%%%', []],
    ['r_s', ['Under_score Bay']],
    ["'; drop", []],
    ['  ', []],
  ])('finds %j, prefix matches first', async (name, found) => {
    expect(await find(name)).toEqual(found);
  });

  it('returns at most twenty', async () => {
    expect(await find('zebra')).toHaveLength(20);
    expect(await find('z')).toHaveLength(20);
    expect(await find('rock')).toHaveLength(20);
  });

  it('keeps added sites private', async () => {
    expect(await find('door', student)).toEqual([]);
  });

  function zebras(): string[] {
    return Array.from({ length: 15 }, (_none, number) => `Zebra Rock ${String(number).padStart(2, '0')}`);
  }
});

describe('purgeLogs', () => {
  it('deletes logs after a day, with their photo files', async () => {
    await clear();
    const [old, young] = [await reach('Draft'), await reach('Draft')];
    for (const { id } of [old, young])
      await rows(
        `insert into dive_photo (affiliate_id, log_id, file_key, thumb_key, width, height, position)
         values ($1, $2, $3, $4, 4, 3, 1)`,
        [student.id, id, `dive-photos/${id}.jpg`, `dive-photos/${id}-thumb.jpg`],
      );
    await ask(student, documents.delete, { ids: [old.id, young.id] });
    await rows("update dive_log set deleted_at = now() - interval '25 hours' where id = $1", [old.id]);
    const log = portal.app.log;
    await purgeLogs.run({ database: services.database, services, log, now: new Date(), isLastTry: false }, {});
    expect(await rows('select id::text from dive_log')).toEqual([{ id: young.id }]);
    expect(await rows('select log_id::text from dive_photo')).toEqual([{ log_id: young.id }]);
    const jobs = await rows<{ data: { keys: string[] } }>("select data from pgboss.job where name = 'files.delete'");
    expect(jobs.flatMap(({ data }) => data.keys)).toEqual([
      `dive-photos/${old.id}.jpg`,
      `dive-photos/${old.id}-thumb.jpg`,
    ]);
    expect((await ask(student, documents.restore, { ids: [old.id] })).code).toBe('not_found');
  });
});
