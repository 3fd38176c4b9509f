import { beforeEach, describe, expect, it } from 'vitest';
import { latestIsoDate } from '#platform/shared/dates.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { getUnit } from '#domain/units.ts';
import type { DiveLogPage } from '#features/logbook/shared/contract.ts';
import { limits, measured } from '#features/logbook/shared/rules.ts';
import { documents } from '#features/logbook/web/graphql-documents.ts';
import {
  diver,
  instructor,
  createLogbookFixture,
  minor,
  createRecreationalLog,
  student,
  createTrainingLog,
} from '#test/support/api/logbook-testing.ts';

const portal = await testPortal();
const { ask, create, createTraining, update, reach, read, rows, clear } = createLogbookFixture(portal);
const key = '6a2c1a0e-7c0e-4f7e-9b59-0d8d8c1e5a01';

beforeEach(clear);

const countLogs = async () => (await rows<{ count: number }>('select count(*)::int from dive_log'))[0]?.count;

describe('createRecreationalLog', () => {
  it('stores every field and returns it unchanged', async () => {
    const general = createRecreationalLog({
      typed: [
        { field: 'max_depth', value: 60, unit: 'ft' },
        { field: 'starting_pressure', value: 3_000, unit: 'psi' },
      ],
      conditions: [
        { water_type: 'Salt', body_of_water: 'Ocean', weather: 'Partly Cloudy', visibility: 'High', surge: 'None' },
      ],
      equipment: [
        {
          suit_type: '5 mm',
          weight: 6,
          weight_type: 'Good',
          additional_equipment: ['Hood', 'Surface marker'],
          cylinder_type: 'Steel',
          cylinder_size: 12,
          gas_mixture: 'EANx32',
          oxygen: 32,
          nitrogen: 68,
          helium: 0,
          ending_pressure: 60,
        },
      ],
      experiences: [
        { feeling: 'Amazing', notes: '<script>alert(1)</script>', buddies: ['Ana'], dive_center: 'Blue Door' },
      ],
    });
    const { data } = await create(diver, general);
    expect(data).toMatchObject({
      affiliate_id: diver.id,
      diver_name: 'Maren Lindqvist',
      status: 'Logged',
      log_type: 'Recreational',
      version: 1,
      dive_number: 1,
      dive_title: 'Morning on the reef',
      depth_times: [{ max_depth: 18.288, bottom_time: 45, time_in: '09:20', time_out: '10:05' }],
      skills: [],
      conditions: [{ ...(general.conditions[0] as object), air_temp: null }],
      equipment: [{ suit_type: '5 mm', oxygen: 32, helium: 0, starting_pressure: 206.842, ending_pressure: 60 }],
      experiences: [{ ...(general.experiences[0] as object), photos: [] }],
      typed: [
        { field: 'max_depth', value: 60, unit: 'ft' },
        { field: 'starting_pressure', value: 3_000, unit: 'psi' },
      ],
      instructor: null,
      submitted_at: null,
    });
    expect(await read(diver, data.id)).toEqual(data);
  });

  it('creates a draft on request, without required fields', async () => {
    const general = {
      dive_title: '',
      dive_location: '',
      depth_times: [{}],
      conditions: [{}],
      equipment: [{}],
      experiences: [{}],
    };
    const { data } = await create(diver, { ...general, status: 'Draft' });
    expect(data).toMatchObject({ status: 'Draft', dive_number: null, dive_date: null });
    expect(await rows('select from own_dive_site')).toHaveLength(0);
  });

  it('accepts a dive across midnight on a day that has started in the east', async () => {
    const depth = [{ max_depth: 12, bottom_time: 40, time_in: '23:40', time_out: '00:20' }];
    const { data, errors } = await create(
      diver,
      createRecreationalLog({ dive_date: latestIsoDate(new Date()), depth_times: depth }),
    );
    expect(errors).toEqual([]);
    expect(data.depth_times).toEqual(depth);
  });

  it('tells the time since the dive before it', async () => {
    const dive = async (dive_date: string, time_in: string | null, time_out: string | null = null) => {
      const depth_times = [{ max_depth: 12, bottom_time: 40, time_in, time_out }];
      const { data } = await create(diver, createRecreationalLog({ dive_date, depth_times }));
      return data.id;
    };
    const night = await dive('2026-03-01', '23:40', '00:20');
    const morning = await dive('2026-03-02', '09:00', '09:45');
    const noon = await dive('2026-03-02', '12:00');
    const afternoon = await dive('2026-03-02', '14:10');
    const later = await dive('2026-03-04', '09:00');
    const unknown = await dive('2026-03-04', null);
    const intervals = [];
    for (const id of [night, morning, noon, afternoon, later, unknown])
      intervals.push((await read(diver, id)).surface_interval);
    expect(intervals).toEqual([null, 520, 135, 90, null, null]);
  });

  it('stores texts of the maximum length', async () => {
    const long = (length: number) => '深'.repeat(length);
    const typed = Object.entries(measured).map(([field, { measure }]) => ({
      field,
      value: 50.12345678901234,
      unit: getUnit(measure, 'Imperial'),
    }));
    const longest = {
      notes: long(limits.notes),
      buddies: Array.from({ length: limits.buddies }, () => long(limits.name)),
    };
    const general = {
      dive_title: long(limits.title),
      dive_location: long(limits.location),
      typed,
      experiences: [longest],
    };
    const { data, errors } = await create(diver, createRecreationalLog(general));
    expect(errors).toEqual([]);
    expect(data).toMatchObject({ ...general, typed: expect.arrayContaining(typed) });
  });

  it('creates one log when sent twice with one key', async () => {
    const [one, other] = await Promise.all([
      create(diver, createRecreationalLog(), key),
      create(diver, createRecreationalLog(), key),
    ]);
    expect(one.data.id).toBe(other.data.id);
    expect((await create(diver, createRecreationalLog({ dive_title: 'Again' }), key)).data).toEqual(one.data);
    expect(await countLogs()).toBe(1);
    expect((await create(student, createRecreationalLog(), key)).data.id).not.toBe(one.data.id);
    expect((await createTraining(diver, createTrainingLog(), key)).errors).toEqual(['logbook.wrong_type key']);
    await ask(diver, documents.delete, { ids: [one.data.id] });
    expect((await create(diver, createRecreationalLog(), key)).code).toBe('not_found');
  });

  it('stores an unknown site for its diver once, and no known one', async () => {
    await rows("insert into dive_site (name, search_name) values ('Blue Hole', 'blue hole')");
    for (const place of ['Blue hole', 'Grandpa’s Jetty', 'GRANDPA’S JETTY'])
      await create(diver, createRecreationalLog({ dive_location: place }));
    expect(await rows('select affiliate_id, name from own_dive_site')).toEqual([
      { affiliate_id: diver.id, name: 'Grandpa’s Jetty' },
    ]);
  });
});

describe('updates', () => {
  it('leave missing fields unchanged', async () => {
    const log = (await create(diver, createRecreationalLog({ typed: [{ field: 'max_depth', value: 60, unit: 'ft' }] })))
      .data;
    const { data } = await update(diver, log, { dive_title: 'Evening', conditions: [{ air_temp: 21 }] });
    expect(data).toEqual({
      ...log,
      version: 2,
      dive_title: 'Evening',
      conditions: [{ ...log.conditions[0], air_temp: 21 }],
    });
  });

  it('keep the entered unit until another value is set', async () => {
    const log = (await create(diver, createRecreationalLog({ typed: [{ field: 'max_depth', value: 60, unit: 'ft' }] })))
      .data;
    const same = (await update(diver, log, { depth_times: [{ ...log.depth_times[0], bottom_time: 50 }] })).data;
    expect(same.typed).toEqual(log.typed);
    const typed = [{ field: 'max_depth', value: 61, unit: 'ft' }];
    const retyped = (await update(diver, same, { typed })).data;
    expect(retyped).toMatchObject({ typed, depth_times: [{ max_depth: 18.593, bottom_time: 50 }] });
    const other = (await update(diver, retyped, { depth_times: [{ max_depth: 20, bottom_time: 50 }] })).data;
    expect(other).toMatchObject({ typed: [], depth_times: [{ max_depth: 20, time_in: '09:20' }] });
  });

  it('of an outdated version are rejected with the current one', async () => {
    const log = (await create(diver, createRecreationalLog())).data;
    await update(diver, log, { dive_title: 'On the phone' });
    const { errors } = await update(diver, log, { dive_title: 'At the desk' });
    expect(errors).toEqual(['logbook.stale version 2']);
    expect((await read(diver, log.id)).dive_title).toBe('On the phone');
  });

  it('change nothing when repeated after a lost response', async () => {
    const log = (await create(diver, createRecreationalLog())).data;
    const first = (await update(diver, log, { dive_title: 'Evening' })).data;
    expect((await update(diver, log, { dive_title: 'Evening' })).data).toEqual(first);
  });

  it('by the mutation for the other type are rejected', async () => {
    const { id, version } = (await create(diver, createRecreationalLog())).data;
    const answer = await ask(diver, documents.updateTraining, { id, version, general: {} });
    expect(answer.errors).toEqual(['logbook.wrong_type id']);
  });

  it('by two concurrent requests apply once', async () => {
    const log = (await create(diver, createRecreationalLog())).data;
    const answers = await Promise.all(['one', 'two'].map((title) => update(diver, log, { dive_title: title })));
    expect(answers.map(({ code }) => code ?? 'done').toSorted()).toEqual(['done', 'logbook.stale']);
  });
});

describe('dive numbers', () => {
  const document = '{ diveLogs(sort_option: "dive_date_asc", limit: 100) { items { dive_title dive_number } } }';
  const listed = async (person: typeof diver) => (await ask<DiveLogPage>(person, document)).data.items;
  const numbers = async () =>
    (await Promise.all([diver, student].map(listed)))
      .flat()
      .map(({ dive_title: title, dive_number: number }) => `${title}${number ?? '-'}`)
      .toSorted();

  it('follow the dive time, independent of the order of entry', async () => {
    const dive = async (title: string, day: string, changes: object = {}) =>
      (await create(diver, createRecreationalLog({ dive_title: title, dive_date: day, ...changes }))).data;
    const c = await dive('c', '2026-03-01');
    await dive('a', '2026-01-01');
    const d = await dive('d', '2026-01-01', { status: 'Draft' });
    const b = await dive('b', '2026-02-01');
    await create(student, createRecreationalLog({ dive_title: 'x', dive_date: '2020-01-01' }));
    expect(await numbers()).toEqual(['a1', 'b2', 'c3', 'd-', 'x1']);
    await ask(diver, documents.submit, { id: d.id, version: d.version });
    expect(await numbers()).toEqual(['a1', 'b3', 'c4', 'd2', 'x1']);
    await update(diver, await read(diver, c.id), { dive_date: '2025-12-31' });
    expect(await numbers()).toEqual(['a2', 'b4', 'c1', 'd3', 'x1']);
    await ask(diver, documents.delete, { ids: [c.id, d.id] });
    expect(await numbers()).toEqual(['a1', 'b2', 'x1']);
    await ask(diver, documents.restore, { ids: [d.id] });
    expect(await numbers()).toEqual(['a1', 'b3', 'd2', 'x1']);
    expect((await read(diver, b.id)).dive_number).toBe(3);
  });

  it('change no other row when an earlier dive is added, moved or deleted', async () => {
    const later = (await create(diver, createRecreationalLog({ dive_date: '2026-06-01' }))).data;
    const readRow = () => rows('select xmin::text, ctid::text from dive_log where id = $1', [later.id]);
    const before = await readRow();
    const early = (await create(diver, createRecreationalLog({ dive_date: '2026-01-01' }))).data;
    expect((await read(diver, later.id)).dive_number).toBe(2);
    await update(diver, early, { dive_date: '2026-07-01' });
    expect((await read(diver, later.id)).dive_number).toBe(1);
    await ask(diver, documents.delete, { ids: [early.id] });
    expect(await readRow()).toEqual(before);
  });

  it('are unique for concurrent writes', async () => {
    await Promise.all(
      ['2026-01-03', '2026-01-01', '2026-01-02'].map((day) => create(diver, createRecreationalLog({ dive_date: day }))),
    );
    expect((await listed(diver)).map((log) => log.dive_number)).toEqual([1, 2, 3]);
  });
});

describe('another person’s dive', () => {
  it.each([
    ['log', {}],
    ['submit', {}],
    ['withdraw', {}],
    ['updateRecreational', { general: { dive_title: 'Mine now' } }],
    ['updateTraining', { general: { dive_title: 'Mine now' } }],
    ['photos', { photos: [] }],
  ] as const)('returns not_found for %s', async (name, variables) => {
    const log = await reach('Draft');
    for (const somebody of [diver, minor, instructor]) {
      const { code } = await ask(somebody, documents[name], { id: log.id, version: log.version, ...variables });
      expect(code).toBe('not_found');
    }
    expect(await read(student, log.id)).toEqual(log);
  });

  it("can't be deleted or restored together with own dives", async () => {
    const log = await reach('Draft');
    const own = (await create(diver, createRecreationalLog())).data;
    const ids = [own.id, log.id];
    expect((await ask(diver, documents.delete, { ids })).code).toBe('not_found');
    await ask(student, documents.delete, { ids: [log.id] });
    await ask(diver, documents.delete, { ids: [own.id] });
    expect((await ask(diver, documents.restore, { ids })).code).toBe('not_found');
    expect(await rows('select from dive_log where deleted_at is null')).toHaveLength(0);
  });

  it.each([
    ['999999999', 'not_found'],
    ['0', 'request.invalid id'],
    ["1'; drop table dive_log", 'request.invalid id'],
    ['9'.repeat(30), 'request.invalid id'],
  ])("can't be accessed with the id %s", async (id, error) => {
    expect((await ask(diver, documents.log, { id })).errors).toEqual([error]);
  });

  it('requires authentication', async () => {
    expect((await ask(null, documents.totals)).code).toBe('session.missing');
  });
});

describe('deleted dives', () => {
  it('disappear everywhere and can be restored', async () => {
    const [one, other] = [
      (await create(diver, createRecreationalLog())).data,
      (await create(diver, createRecreationalLog())).data,
    ];
    const removed = await ask<{ ids: string[] }>(diver, documents.delete, { ids: [one.id, other.id] });
    expect(removed.data.ids.toSorted()).toEqual([one.id, other.id].toSorted());
    expect((await ask(diver, documents.log, { id: one.id })).code).toBe('not_found');
    expect((await ask(diver, documents.totals)).data).toMatchObject({ dives: 0, bottom_time: 0, depths: [] });
    expect((await ask(diver, documents.delete, { ids: [one.id] })).code).toBe('not_found');
    await ask(diver, documents.restore, { ids: [one.id] });
    expect(await read(diver, one.id)).toMatchObject({ ...one, version: 3 });
    expect((await ask(diver, documents.restore, { ids: [one.id] })).code).toBe('not_found');
  });
});
