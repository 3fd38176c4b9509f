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
