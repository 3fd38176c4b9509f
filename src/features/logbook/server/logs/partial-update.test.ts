import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  diver,
  createLogbookFixture,
  createRecreationalLog,
  student,
  createTrainingLog,
} from '#test/support/api/logbook-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { DiveLog } from '#features/logbook/shared/contract.ts';
import { measured } from '#features/logbook/shared/rules.ts';
import { documents } from '#features/logbook/web/graphql-documents.ts';

const portal = await testPortal();
const { ask, create, createTraining, update, clear, read, rows } = createLogbookFixture(portal);

beforeEach(clear);

const sections = {
  depth_times: {
    before: { max_depth: 18.288, bottom_time: 45, time_in: '09:20', time_out: '10:05' },
    after: { max_depth: 21.5, bottom_time: 38, time_in: '14:00', time_out: '14:38' },
  },
  conditions: {
    before: {
      water_type: 'Salt',
      body_of_water: 'Ocean',
      weather: 'Sunny',
      air_temp: 28,
      surface_water_temp: 26,
      bottom_water_temp: 22,
      visibility: 'High',
      visibility_distance: 20,
      wave_condition: 'Light',
      current: 'None',
      surge: 'Light',
    },
    after: {
      water_type: 'Fresh',
      body_of_water: 'Lake',
      weather: 'Cloudy',
      air_temp: 12,
      surface_water_temp: 14,
      bottom_water_temp: 6,
      visibility: 'Low',
      visibility_distance: 3,
      wave_condition: 'None',
      current: 'Moderate',
      surge: 'None',
    },
  },
  equipment: {
    before: {
      suit_type: '5 mm',
      weight: 6,
      weight_type: 'Good',
      additional_equipment: ['Hood', 'Surface marker'],
      cylinder_type: 'Steel',
      cylinder_size: 12,
      gas_mixture: 'Enriched',
      oxygen: 32,
      nitrogen: 68,
      helium: 0,
      starting_pressure: 206.842,
      ending_pressure: 60,
    },
    after: {
      suit_type: '7 mm',
      weight: 8.5,
      weight_type: 'Heavy',
      additional_equipment: ['Gloves'],
      cylinder_type: 'Aluminum',
      cylinder_size: 15,
      gas_mixture: 'EANx32',
      // Gas fractions must add up to 100 in every combination, so they are only kept or cleared.
      oxygen: 32,
      nitrogen: 68,
      helium: 0,
      starting_pressure: 220,
      ending_pressure: 50,
    },
  },
  experiences: {
    before: { feeling: 'Amazing', notes: 'Two turtles.', buddies: ['Ana', 'Kai'], dive_center: 'Blue Door' },
    after: { feeling: 'Good', notes: 'A cold one.', buddies: ['Noor'], dive_center: 'North Pier' },
  },
} as const;
type SectionName = keyof typeof sections;
const sectionNames = Object.keys(sections) as SectionName[];

const typed = [
  { field: 'max_depth', value: 60, unit: 'ft' },
  { field: 'bottom_water_temp', value: 71.6, unit: '°F' },
  { field: 'weight', value: 13.2277, unit: 'lb' },
  { field: 'starting_pressure', value: 3_000, unit: 'psi' },
];

const full = () => ({
  ...createRecreationalLog(),
  ...Object.fromEntries(sectionNames.map((name) => [name, [sections[name].before]])),
  typed,
});

/** The sections without photos, which other mutations change. */
function sectionsOf(log: DiveLog): Record<SectionName, Record<string, unknown>> {
  const { photos: _photos, ...experience } = (log.experiences[0] ?? { photos: [] }) as Record<string, unknown>;
  return {
    depth_times: { ...log.depth_times[0] },
    conditions: { ...log.conditions[0] },
    equipment: { ...log.equipment[0] },
    experiences: experience,
  };
}

type Change = Partial<Record<SectionName, Record<string, unknown>>>;
const fieldChoice = fc.constantFrom('keep', 'change', 'clear');
const changes = fc
  .tuple(
    ...sectionNames.map((name) =>
      fc.record(Object.fromEntries(Object.keys(sections[name].before).map((field) => [field, fieldChoice]))),
    ),
  )
  .map((choices): Change => {
    const entries = sectionNames.map((name, index) => {
      const after: Record<string, unknown> = sections[name].after;
      const fields = Object.entries(choices[index] as Record<string, string>).flatMap(([field, choice]) => {
        // A logged dive requires depth and time.
        if (choice === 'keep') return [];
        if (choice === 'clear' && field !== 'max_depth' && field !== 'bottom_time') return [[field, null]];
        return [[field, after[field]]];
      });
      return [name, Object.fromEntries(fields)] as const;
    });
    return Object.fromEntries(entries.filter(([, fields]) => Object.keys(fields).length > 0));
  });

describe('a partial update', () => {
  it('keeps missing equipment fields', async () => {
    const log = (await create(diver, full())).data;
    const { data } = await update(diver, log, { equipment: [{ weight: 7 }] });
    expect(data.equipment).toEqual([{ ...log.equipment[0], weight: 7 }]);
    expect(data.typed).toEqual(log.typed.filter(({ field }) => field !== 'weight'));
    expect(await read(diver, log.id)).toEqual(data);
  });

  it('leaves all other fields unchanged for any subset, including entered units', async () => {
    const log = (await create(diver, full())).data;
    const before = sectionsOf(log);
    let { version } = log;
    await fc.assert(
      fc.asyncProperty(changes, async (change) => {
        const general = Object.fromEntries(Object.entries(change).map(([name, fields]) => [name, [fields]]));
        const { data, errors } = await ask(diver, documents.updateRecreational, { id: log.id, version, general });
        expect(errors).toEqual([]);
        const expected = Object.fromEntries(sectionNames.map((name) => [name, { ...before[name], ...change[name] }]));
        expect(sectionsOf(data)).toEqual(expected);
        const isTouched = (field: string) => {
          const { section } = measured[field as keyof typeof measured];
          return expected[section]?.[field] !== before[section]?.[field];
        };
        expect(data.typed).toEqual(log.typed.filter(({ field }) => !isTouched(field)));
        const restored = await update(diver, data, {
          ...Object.fromEntries(sectionNames.map((name) => [name, [before[name]]])),
          typed,
        });
        expect(sectionsOf(restored.data)).toEqual(before);
        ({ version } = restored.data);
      }),
      { numRuns: 40 },
    );
  });

  it('keeps missing or empty sections without a new version', async () => {
    const log = (await create(diver, full())).data;
    for (const general of [
      {},
      { equipment: [{}] },
      { depth_times: [{}], conditions: [{}], equipment: [{}], experiences: [{}] },
    ]) {
      expect((await update(diver, log, general)).data).toEqual(log);
    }
  });

  it('clears a null field with its column and entered unit', async () => {
    const log = (await create(diver, full())).data;
    const { data } = await update(diver, log, {
      conditions: [{ bottom_water_temp: null }],
      equipment: [{ weight: null, additional_equipment: null }],
      experiences: [{ notes: null }],
    });
    expect(data.conditions).toEqual([{ ...log.conditions[0], bottom_water_temp: null }]);
    expect(data.equipment).toEqual([{ ...log.equipment[0], weight: null, additional_equipment: null }]);
    expect(data.experiences).toEqual([{ ...log.experiences[0], notes: null }]);
    expect(data.typed.map(({ field }) => field)).toEqual(['max_depth', 'starting_pressure']);
    expect(
      await rows(
        `select bottom_water_temp_c as temp, equipment ? 'weight' as weight, search_text like '%turtles%' as found
         from dive_log where id = $1`,
        [log.id],
      ),
    ).toEqual([{ temp: null, weight: false, found: false }]);
  });

  it('accepts an entered measure without its section', async () => {
    const log = (await create(diver, full())).data;
    const { data } = await update(diver, log, { typed: [{ field: 'weight', value: 16, unit: 'lb' }] });
    expect(data.equipment).toEqual([{ ...log.equipment[0], weight: 7.257 }]);
    expect(data.typed).toEqual(
      log.typed.map((one) => (one.field === 'weight' ? { ...one, value: 16, unit: 'lb' } : one)),
    );
  });

  it('keeps the skills of a training dive unless set, and null clears those of a draft', async () => {
    const log = (await createTraining(student, createTrainingLog({ status: 'Draft' }))).data;
    const updated = (await update(student, log, { skills: [{}], experiences: [{ notes: 'Windy.' }] })).data;
    expect(updated.skills).toEqual(log.skills);
    const changed = (await update(student, updated, { skills: [{ dive_skills: ['mask_full'] }] })).data;
    expect(changed.skills).toEqual([{ dive_skills: ['mask_full'] }]);
    expect((await update(student, changed, { skills: [{ dive_skills: null }] })).data.skills).toEqual([
      { dive_skills: [] },
    ]);
  });

  it('validates the resulting dive and changes nothing when rejected', async () => {
    const log = (await create(diver, full())).data;
    const higher = await update(diver, log, { equipment: [{ ending_pressure: 210 }] });
    expect(higher.errors).toEqual(['logbook.pressure_order general.equipment.0.ending_pressure']);
    const empty = await update(diver, log, { depth_times: [{ max_depth: null }] });
    expect(empty.errors).toEqual(['logbook.missing_max_depth general.depth_times.0.max_depth']);
    expect(await read(diver, log.id)).toEqual(log);
  });
});
