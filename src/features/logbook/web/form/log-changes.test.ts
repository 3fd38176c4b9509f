import { describe, expect, it } from 'vitest';
import { changeField, fillFromLastDive } from './log-changes.ts';
import { emptyValues, type LogValues, type Measured } from './log-values.ts';

const number = (value: number): Measured => ({ text: String(value), value, unit: null });
const gas = ({ oxygen, nitrogen, helium }: LogValues) => [oxygen.value, nitrogen.value, helium.value];
const change = <Field extends keyof LogValues>(values: LogValues, changes: [Field, LogValues[Field]][]) =>
  changes.reduce((next, [field, value]) => changeField(next, field, value), values);

describe('bottom time', () => {
  it('is computed from entry and exit, across midnight, and follows them', () => {
    const values = change(emptyValues, [
      ['time_in', '23:50'],
      ['time_out', '00:33'],
    ]);
    expect(values.bottom_time).toEqual(number(43));
    expect(changeField(values, 'time_out', '0:40').bottom_time).toEqual(number(50));
  });

  it('is kept if it was typed', () => {
    const typed = changeField(emptyValues, 'bottom_time', number(38));
    const values = change(typed, [
      ['time_in', '10:00'],
      ['time_out', '10:45'],
    ]);
    expect(values.bottom_time).toEqual(number(38));
    expect(changeField(values, 'time_out', '10:50').bottom_time).toEqual(number(38));
  });
});

describe('entry', () => {
  const typed = (...fields: (keyof LogValues)[]) => ({ isTyped: (field: keyof LogValues) => fields.includes(field) });
  const started = { ...emptyValues, time_out: '14:05' };

  it('is computed from exit and bottom time until it is typed', () => {
    const short = changeField(started, 'bottom_time', number(4), typed('bottom_time').isTyped);
    expect(short.time_in).toBe('14:01');
    const whole = changeField(short, 'bottom_time', number(42), typed('bottom_time').isTyped);
    expect(whole.time_in).toBe('13:23');
    const moved = changeField(whole, 'time_out', '13:50', typed('bottom_time', 'time_out').isTyped);
    expect([moved.time_in, moved.bottom_time.value]).toEqual(['13:08', 42]);
    const own = changeField(moved, 'time_in', '13:00', typed('bottom_time', 'time_out', 'time_in').isTyped);
    expect(changeField(own, 'bottom_time', number(45), typed('time_in').isTyped).time_in).toBe('13:00');
  });

  it('stays empty without a bottom time, and crosses midnight', () => {
    expect(changeField(started, 'time_out', '14:10', typed('time_out').isTyped).time_in).toBe('');
    const night = { ...emptyValues, time_out: '00:20' };
    expect(changeField(night, 'bottom_time', number(50), typed('bottom_time').isTyped).time_in).toBe('23:30');
  });
});

describe('date', () => {
  const started = { ...emptyValues, dive_date: '2026-06-02', time_out: '00:20' };
  const edit = (values: LogValues, changes: Partial<LogValues>) => {
    const typed = new Set<string>();
    return Object.entries(changes).reduce((next, [field, value]) => {
      typed.add(field);
      return changeField(next, field as keyof LogValues, value, (other) => typed.has(other));
    }, values);
  };
  const times = ({ dive_date, time_in, time_out, bottom_time }: LogValues) => [
    dive_date,
    time_in,
    time_out,
    bottom_time.value,
  ];

  it('clears the times of another day, unless they were typed', () => {
    const now = { ...started, time_out: '21:40' };
    const past = { dive_date: '2026-05-03' };
    expect(times(edit(now, { bottom_time: number(45), ...past }))).toEqual(['2026-05-03', '', '', 45]);
    expect(times(edit(now, { ...past, bottom_time: number(45) }))).toEqual(['2026-05-03', '', '', 45]);
    expect(times(edit(now, { time_in: '21:00', ...past }))).toEqual(['2026-05-03', '21:00', '', null]);
    const whole = edit(now, { time_out: '10:45', bottom_time: number(45), ...past });
    expect(times(whole)).toEqual(['2026-05-03', '10:00', '10:45', 45]);
    expect(times(edit(now, { dive_date: '2026-06-02' }))).toEqual(['2026-06-02', '', '21:40', null]);
  });

  it('is the day of the entry after midnight, unless it was typed', () => {
    const night = edit(started, { bottom_time: number(50) });
    expect(times(night)).toEqual(['2026-06-01', '23:30', '00:20', 50]);
    expect(times(edit(night, { bottom_time: number(5) }))).toEqual(['2026-06-02', '00:15', '00:20', 5]);
    expect(times(edit(started, { time_in: '23:40' }))).toEqual(['2026-06-01', '23:40', '00:20', 40]);
    const typed = edit(started, { dive_date: '2026-05-30', time_out: '00:20', bottom_time: number(50) });
    expect(times(typed)).toEqual(['2026-05-30', '23:30', '00:20', 50]);
  });
});

describe('gas', () => {
  it("follows the mixture's name and is cleared with it", () => {
    const nitrox = changeField(emptyValues, 'gas_mixture', 'EANx32');
    expect(gas(nitrox)).toEqual([32, 68, 0]);
    expect(gas(changeField(nitrox, 'gas_mixture', 'Air'))).toEqual([21, 79, 0]);
    expect(gas(changeField(nitrox, 'gas_mixture', 'Trimix'))).toEqual([null, null, null]);
    const analysed = changeField(nitrox, 'oxygen', number(31.8));
    expect(gas(analysed)).toEqual([31.8, 68.2, 0]);
    expect(gas(changeField(analysed, 'gas_mixture', 'Enriched'))).toEqual([31.8, 68.2, 0]);
  });

  it('fills the rest with nitrogen, unless another value was typed', () => {
    const values = change(changeField(emptyValues, 'gas_mixture', 'Trimix'), [
      ['oxygen', number(18)],
      ['helium', number(45)],
    ]);
    expect(gas(values)).toEqual([18, 37, 45]);
    const typed = changeField(values, 'nitrogen', number(40));
    expect(gas(changeField(typed, 'oxygen', number(20)))).toEqual([20, 40, 45]);
  });
});

it('keeps only the skills of the selected training dive', () => {
  const values = { ...emptyValues, log_course: 'open_water', log_number: 1, dive_skills: ['hand_signals', 'entry'] };
  expect(changeField(values, 'log_number', 2).dive_skills).toEqual(['entry']);
  const night = { ...emptyValues, log_course: 'advanced', adventure_dive: 'night', dive_skills: ['light_signals'] };
  expect(changeField(night, 'log_course', 'open_water')).toMatchObject({ adventure_dive: null, dive_skills: [] });
});

it('fills empty fields that rarely change from the last dive', () => {
  const last: LogValues = {
    ...changeField(emptyValues, 'gas_mixture', 'EANx36'),
    dive_title: 'Yesterday',
    dive_location: 'Kelder Bay',
    max_depth: { text: '60', value: 60, unit: 'ft' },
    weight: { text: '14', value: 14, unit: 'lb' },
    suit_type: '5 mm',
    notes: 'Cold',
    buddies: ['Ola'],
  };
  const values = { ...changeField(emptyValues, 'gas_mixture', 'Air'), suit_type: '7 mm' };
  expect(fillFromLastDive(values, last)).toEqual({
    ...values,
    dive_location: 'Kelder Bay',
    weight: { text: '14', value: 14, unit: 'lb' },
    buddies: ['Ola'],
  });
  expect(gas(fillFromLastDive(emptyValues, last))).toEqual([36, 64, 0]);
});
