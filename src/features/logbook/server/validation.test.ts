import { beforeEach, describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { documents } from '#features/logbook/web/graphql-documents.ts';
import {
  diver,
  instructor,
  createLogbookFixture,
  createRecreationalLog,
  student,
  createTrainingLog,
} from '#test/support/api/logbook-testing.ts';

const portal = await testPortal();
const { ask, create, createTraining, update, read, rows, clear } = createLogbookFixture(portal);

beforeEach(clear);

const countLogs = async () => (await rows<{ count: number }>('select count(*)::int from dive_log'))[0]?.count;

describe('validation of a dive log', () => {
  const depth = (changes: object) => ({ depth_times: [{ max_depth: 18, bottom_time: 40, ...changes }] });
  it.each([
    ['a negative depth', depth({ max_depth: -1 }), 'logbook.negative general.depth_times.0.max_depth'],
    ['a negative time', depth({ bottom_time: -1 }), 'logbook.negative general.depth_times.0.bottom_time'],
    ['an impossible depth', depth({ max_depth: 1e30 }), 'logbook.out_of_range general.depth_times.0.max_depth'],
    [
      'an impossible depth as entered',
      { typed: [{ field: 'max_depth', value: 1e308, unit: 'ft' }] },
      'logbook.out_of_range general.depth_times.0.max_depth',
    ],
    [
      'an end pressure above the start pressure',
      { equipment: [{ starting_pressure: 100, ending_pressure: 101 }] },
      'logbook.pressure_order general.equipment.0.ending_pressure',
    ],
    [
      'a gas mixture that does not add up to 100',
      { equipment: [{ oxygen: 32, nitrogen: 67 }] },
      'logbook.gas_sum general.equipment.0.oxygen',
    ],
    ['a date in the future', { dive_date: '2999-01-01' }, 'logbook.future_date general.dive_date'],
    ['a date before 1900', { dive_date: '1815-06-18' }, 'logbook.out_of_range general.dive_date'],
    ['an invalid date', { dive_date: '2026-02-30' }, 'request.invalid general.dive_date'],
    ['an invalid time', depth({ time_in: '24:00' }), 'request.invalid general.depth_times.0.time_in'],
    [
      'a temperature unit for a depth',
      { typed: [{ field: 'max_depth', value: 9, unit: '°C' }] },
      'logbook.wrong_unit general.typed.0.unit',
    ],
    [
      'a measure of an unknown field',
      { typed: [{ field: 'constructor', value: 9, unit: 'm' }] },
      'logbook.wrong_unit general.typed.0.field',
    ],
    ['an unknown dive type', { dive_type: 'Moon' }, 'request.invalid general.dive_type'],
    ['a title of 121 characters', { dive_title: 'x'.repeat(121) }, 'request.invalid general.dive_title'],
    ['a title of 100,000 characters', { dive_title: 'x'.repeat(100_000) }, 'request.invalid general.dive_title'],
    ['a null character', { dive_title: 'a\0b' }, 'request.invalid general.dive_title'],
    ['an empty section', { conditions: [] }, 'request.invalid general.conditions'],
    ['a section twice', { equipment: [{}, {}] }, 'request.invalid general.equipment'],
  ])('rejects %s at its field, also in a draft, and stores nothing', async (_name, changes, error) => {
    for (const status of ['Draft', 'Logged']) {
      expect((await create(diver, createRecreationalLog({ ...changes, status }))).errors).toEqual([error]);
    }
    expect(await countLogs()).toBe(0);
    const log = (await create(diver, createRecreationalLog())).data;
    expect((await update(diver, log, changes)).errors).toEqual([error]);
    expect(await read(diver, log.id)).toEqual(log);
  });

  it('rejects a title of a megabyte before parsing it', async () => {
    expect((await create(diver, createRecreationalLog({ dive_title: 'x'.repeat(1_000_000) }))).code).toBe(
      'request.too_large',
    );
    expect(await countLogs()).toBe(0);
  });

  it('reports all missing fields together', async () => {
    const general = {
      dive_title: '  ',
      dive_location: '',
      depth_times: [{}],
      conditions: [{}],
      equipment: [{}],
      experiences: [{}],
    };
    const missing = [
      'logbook.missing_title general.dive_title',
      'logbook.missing_date general.dive_date',
      'logbook.missing_dive_type general.dive_type',
      'logbook.missing_location general.dive_location',
      'logbook.missing_max_depth general.depth_times.0.max_depth',
      'logbook.missing_bottom_time general.depth_times.0.bottom_time',
    ];
    expect((await create(diver, general)).errors).toEqual(missing);
    expect((await createTraining(diver, { ...general, skills: [{ dive_skills: [] }] })).errors).toEqual([
      ...missing.slice(0, 4),
      'logbook.missing_instructor general.memsys_member_number',
      ...missing.slice(4),
      'logbook.missing_skills general.skills.0.dive_skills',
    ]);
    expect(await countLogs()).toBe(0);
  });

  it.each([
    [
      'an unknown member number',
      { memsys_member_number: 999_999 },
      'logbook.unknown_instructor general.memsys_member_number',
    ],
    ['a skill of another dive', { log_number: 1 }, 'logbook.unknown_skill general.skills.0.dive_skills'],
  ])('rejects %s in a training dive', async (_name, changes, error) => {
    expect((await createTraining(student, createTrainingLog(changes))).errors).toEqual([error]);
    expect(await countLogs()).toBe(0);
  });

  it('rejects oneself and inactive members as instructor', async () => {
    expect((await createTraining(instructor, createTrainingLog())).code).toBe('logbook.own_instructor');
    await rows('update person set member_status = $1 where affiliate_id = $2', ['Inactive', instructor.id]);
    expect((await createTraining(student, createTrainingLog())).code).toBe('logbook.unknown_instructor');
    expect((await ask(student, documents.instructor, { number: instructor.number })).data).toBeNull();
    await rows('update person set member_status = $1 where affiliate_id = $2', ['Active', instructor.id]);
    expect(await countLogs()).toBe(0);
  });
});
