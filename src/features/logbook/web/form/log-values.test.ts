import { describe, expect, it } from 'vitest';
import type { DiveLog } from '#features/logbook/shared/contract.ts';
import { findAllProblems, findInvalidValues, parseFieldPath, revalidate } from './log-validation.ts';
import { listDifferingFields, emptyValues, toLogInput, toFormValues, type LogValues } from './log-values.ts';

const stored: DiveLog = {
  id: '7',
  affiliate_id: 1,
  diver_name: 'Nora Fjord',
  log_type: 'Recreational',
  log_course: null,
  log_number: null,
  dive_number: 3,
  dive_title: 'Harbour Gully',
  dive_date: '2026-03-01',
  dive_location: 'St Abbs',
  dive_type: 'Shore',
  status: 'Logged',
  version: 4,
  adventure_dive: null,
  memsys_member_number: null,
  instructor: null,
  typed: [
    { field: 'max_depth', value: 62, unit: 'ft' },
    { field: 'starting_pressure', value: 3000, unit: 'psi' },
    { field: 'cylinder_size', value: 11.1, unit: 'L' },
  ],
  depth_times: [{ max_depth: 18.898, bottom_time: 43, time_in: '23:50', time_out: '00:33' }],
  skills: [],
  conditions: [{ water_type: 'Salt', air_temp: 11.5 }],
  equipment: [
    { starting_pressure: 206.842, cylinder_size: 11.1, gas_mixture: 'EANx32', oxygen: 32, nitrogen: 68, helium: 0 },
  ],
  experiences: [{ feeling: 'Great', notes: 'Calm', buddies: ['Ola'], dive_center: null, photos: [] }],
  created_date: '2026-03-01T10:00:00Z',
  submitted_at: null,
  verified_at: null,
  verified_name: null,
  returned_at: null,
  returned_name: null,
  returned_reason: null,
  returned_fields: [],
  verified_reason: null,
  deviations: [],
  outline: null,
  is_imported: false,
  recordings: [],
  surface_interval: null,
};

const now = new Date('2026-05-01T12:00:00Z');
const typedAs = (text: string, value: number | null, unit: 'm' | 'ft' | 'bar' | null = null) => ({ text, value, unit });

describe('toFormValues and toLogInput', () => {
  it("show values as entered, in the language's notation", () => {
    const values = toFormValues(stored, 'de-DE');
    expect(values.max_depth).toEqual({ text: '62', value: 62, unit: 'ft' });
    expect(values.cylinder_size).toEqual({ text: '11,1', value: 11.1, unit: 'L' });
    expect(values.air_temp).toEqual({ text: '11,5', value: 11.5, unit: '°C' });
    expect(values.bottom_time).toEqual({ text: '43', value: 43, unit: null });
    expect(values).toMatchObject({ dive_center: '', dive_title: 'Harbour Gully', weather: null, buddies: ['Ola'] });
  });

  it('round-trip without loss', () => {
    const input = toLogInput(toFormValues(stored, 'en-US'), 'Recreational');
    expect(input.typed).toEqual(expect.arrayContaining(stored.typed));
    expect(input.depth_times[0]).toMatchObject({ bottom_time: 43, time_in: '23:50', time_out: '00:33' });
    expect(input).not.toHaveProperty('skills');
    expect(input).not.toHaveProperty('memsys_member_number');
    const roundTripped = toFormValues({ ...stored, typed: input.typed ?? [] }, 'en-US');
    expect(listDifferingFields(roundTripped, toFormValues(stored, 'en-US'))).toEqual([]);
  });

  it('compare values independent of notation, but not of number or unit', () => {
    const values = toFormValues(stored, 'en-US');
    const change = (changed: Partial<LogValues>) => listDifferingFields(values, { ...values, ...changed });
    expect(
      change({
        dive_title: ' Harbour Gully ',
        time_in: '2350',
        cylinder_size: { text: '11,1', value: 11.1, unit: 'L' },
      }),
    ).toEqual([]);
    expect(change({ max_depth: typedAs('62', 62, 'm') })).toEqual(['max_depth']);
    expect(change({ buddies: [] })).toEqual(['buddies']);
  });
});

describe('validation', () => {
  const values = toFormValues(stored, 'en-US');

  it('accepts a complete dive', () => {
    expect(findAllProblems(values, 'Recreational', now, emptyValues)).toEqual({});
  });

  it('reports all required fields, but not for a draft', () => {
    expect(findAllProblems(emptyValues, 'Training', now, emptyValues)).toEqual({
      dive_title: 'error.logbook.missing_title',
      dive_date: 'error.logbook.missing_date',
      dive_type: 'error.logbook.missing_dive_type',
      dive_location: 'error.logbook.missing_location',
      memsys_member_number: 'error.logbook.missing_instructor',
      max_depth: 'error.logbook.missing_max_depth',
      bottom_time: 'error.logbook.missing_bottom_time',
      dive_skills: 'error.logbook.missing_skills',
    });
    expect(findInvalidValues(emptyValues, 'Training', now, emptyValues)).toEqual({});
  });

  it('rejects a changed short text with a web address', () => {
    const old = { ...values, dive_title: 'see www.reef.test', buddies: ['www.old.test'] };
    expect(findInvalidValues(old, 'Recreational', now, old)).toEqual({});
    const changed = { ...old, dive_title: 'see www.evil.test', buddies: ['www.old.test', 'a\u202Eb'] };
    expect(findInvalidValues(changed, 'Recreational', now, old)).toEqual({
      dive_title: 'text.web_address',
      buddies: 'text.control',
    });
  });

  it('rejects impossible values', () => {
    const wrong = {
      ...values,
      dive_date: '2026-05-03',
      max_depth: typedAs('deep', null, 'm'),
      bottom_time: typedAs('43.5', 43.5),
      time_in: '25:00',
      ending_pressure: typedAs('210', 210, 'bar'),
      nitrogen: typedAs('70', 70),
      air_temp: typedAs('-300', -300),
    } satisfies LogValues;
    expect(findInvalidValues(wrong, 'Recreational', now, emptyValues)).toEqual({
      dive_date: 'error.logbook.future_date',
      max_depth: 'logbook.form.wrong.number',
      bottom_time: 'logbook.form.wrong.number',
      time_in: 'logbook.form.wrong.time',
      ending_pressure: 'error.logbook.pressure_order',
      oxygen: 'error.logbook.gas_sum',
      air_temp: 'error.logbook.out_of_range',
    });
  });

  it('clears a problem once it is fixed, also by a related field', () => {
    const problems = { oxygen: 'error.logbook.gas_sum', dive_title: 'error.logbook.missing_title' } as const;
    expect(revalidate(problems, ['nitrogen'], {})).toEqual({ dive_title: 'error.logbook.missing_title' });
    expect(revalidate(problems, ['weather'], {})).toBe(problems);
    expect(revalidate(problems, ['dive_title'], problems)).toEqual(problems);
    expect(revalidate(problems, ['dive_title', 'helium'], {})).toEqual({});
  });

  it('finds the field of an error path', () => {
    expect(parseFieldPath('general.depth_times.0.max_depth')).toBe('max_depth');
    expect(parseFieldPath('general.experiences.0.buddies.3')).toBe('buddies');
    expect(parseFieldPath('dive_location')).toBe('dive_location');
    expect(parseFieldPath('general.status')).toBe(null);
  });
});
