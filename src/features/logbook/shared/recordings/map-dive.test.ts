import { describe, expect, it } from 'vitest';
import { createCylinder, createDive, type FileDive } from '#features/logbook/shared/dive-files/dive-file.ts';
import { mapDive, type LossEntry } from './map-dive.ts';
import { isProbablySameDive } from './match-dive.ts';

const start = { local: '2024-05-01T23:40:30', utcOffsetMin: 120, isTimeKnown: true };
const map = (values: Partial<FileDive>, modes: readonly (string | null)[] = []) =>
  mapDive(createDive({ start, ...values }), { title: 'May 1, 2024', modes });
const outcomeOf = (entries: readonly LossEntry[], field: string) => entries.filter((entry) => entry.field === field);

describe('mapDive', () => {
  it('rounds the duration to minutes and reports both values', () => {
    const { general, entries } = map({ durationS: 2_483, maxDepthM: 18.4 });
    expect(general.depth_times[0]).toEqual({ max_depth: 18.4, bottom_time: 41, time_in: '23:40', time_out: '00:21' });
    expect(outcomeOf(entries, 'duration_s')).toEqual([
      { field: 'duration_s', value: '2483 s', outcome: 'converted', stored: '41 min' },
    ]);
  });

  it('converts a time only if it has seconds', () => {
    const timeOf = (local: string) =>
      outcomeOf(map({ start: { local, utcOffsetMin: null, isTimeKnown: true } }).entries, 'time');
    expect(timeOf('2024-05-01T10:42:00')).toEqual([{ field: 'time', value: '10:42', outcome: 'kept' }]);
    expect(timeOf('2024-05-01T10:42:05')).toMatchObject([{ value: '10:42:05', outcome: 'converted', stored: '10:42' }]);
  });

  it('takes the title from the site, otherwise the given one', () => {
    const site = { name: 'Blue Hole', location: 'Dahab', country: 'Egypt', position: null };
    expect(map({ site }).general).toMatchObject({ dive_title: 'Blue Hole', dive_location: 'Blue Hole, Dahab, Egypt' });
    expect(map({}).general).toMatchObject({ dive_title: 'May 1, 2024', dive_location: '' });
  });

  it('leaves out what the logbook does not accept, with the reason', () => {
    const site = { name: 'Reef https://evil.test', location: null, country: null, position: null };
    const { general, entries } = map({
      site,
      tags: ['wreck'],
      buddies: Array.from({ length: 12 }, (_, i) => `Buddy ${i}`),
    });
    expect(general.dive_title).toBe('May 1, 2024');
    expect(outcomeOf(entries, 'site')).toMatchObject([{ outcome: 'left-out', reason: 'not-allowed' }]);
    expect(outcomeOf(entries, 'tags')).toMatchObject([{ value: 'wreck', reason: 'no-field' }]);
    expect(general.experiences[0]?.buddies).toHaveLength(10);
    expect(outcomeOf(entries, 'buddies').filter(({ outcome }) => outcome === 'left-out')).toHaveLength(2);
  });

  it('reports what only a recording could keep', () => {
    const values = {
      site: { name: 'Reef', location: null, country: null, position: { latitude: 27.8, longitude: 34.3 } },
      avgDepthM: 9.5,
      cylinders: [createCylinder({ description: 'AL80', workingPressureBar: 207 })],
    };
    const lost = (modes: readonly (string | null)[]) =>
      map(values, modes)
        .entries.filter(({ outcome }) => outcome === 'left-out')
        .map(({ field, value }) => `${field} ${value}`);
    expect(lost([])).toEqual([
      'cylinders AL80, 207 bar',
      'gps 27.8, 34.3',
      'utc_offset_min UTC+02:00',
      'avg_depth_m 9.5',
    ]);
    expect(lost([null])).toEqual([]);
  });

  it('cuts long notes and reports the rest', () => {
    const { general, entries } = map({ notes: 'a'.repeat(5_003) });
    expect(general.experiences[0]?.notes).toHaveLength(5_000);
    expect(outcomeOf(entries, 'notes')).toContainEqual(
      expect.objectContaining({ outcome: 'left-out', value: 'aaa', reason: 'too-long' }),
    );
  });

  it.each([
    [{ o2: 20.9, he: 0 }, 'Air', []],
    [{ o2: 32, he: 0 }, 'EANx32', []],
    [{ o2: 30, he: 0 }, 'Enriched', []],
    [{ o2: 18, he: 45 }, 'Trimix', []],
    [{ o2: 10, he: 50 }, 'Rebreather', ['CCR']],
  ] as const)('names the gas %o %s', (gas, mixture, modes) => {
    const { general } = map({ cylinders: [createCylinder({ gas })] }, modes);
    const { oxygen = 0, helium = 0, nitrogen = 0, gas_mixture: named } = general.equipment[0] ?? {};
    expect(named).toBe(mixture);
    expect((oxygen ?? 0) + (helium ?? 0) + (nitrogen ?? 0)).toBeCloseTo(100);
  });

  it('reports cylinders after the first one unless a recording keeps them', () => {
    const cylinders = [createCylinder({ volumeL: 12 }), createCylinder({ volumeL: 7, gas: { o2: 50, he: 0 } })];
    expect(outcomeOf(map({ cylinders }).entries, 'cylinders')).toMatchObject([
      { outcome: 'left-out', value: '50/0, 7 L', reason: 'one-cylinder' },
    ]);
    expect(outcomeOf(map({ cylinders }, [null]).entries, 'cylinders')).toEqual([]);
  });

  it('leaves out an end pressure above the start, which the logbook does not accept', () => {
    const { general, entries } = map({ cylinders: [createCylinder({ startBar: 200, endBar: 201 })] });
    expect(general.equipment[0]).toEqual({ starting_pressure: 200 });
    expect(outcomeOf(entries, 'cylinders.end_bar')).toMatchObject([{ value: '201', reason: 'not-allowed' }]);
  });

  it.each([
    ['5 mm wetsuit', '5 mm'],
    ['Drysuit, trilaminate', 'dry suit'],
    ['Semi-dry 7mm', 'semi dry'],
    ['Lycra', undefined],
  ])('maps the suit %s', (suit, type) => {
    expect(map({ suit }).general.equipment[0]?.suit_type).toBe(type);
  });
});

describe('isProbablySameDive', () => {
  const dive = { date: '2024-05-01', timeIn: '10:00', durationMin: 41.4, maxDepthM: 18.4 };

  it.each([
    [{ ...dive, timeIn: '10:10', durationMin: 40, maxDepthM: 18 }, true],
    [{ ...dive, timeIn: null, durationMin: 40, maxDepthM: 18 }, true],
    [{ ...dive, timeIn: '11:00' }, false],
    [{ ...dive, date: '2024-05-02' }, false],
    [{ ...dive, maxDepthM: 25 }, false],
    [{ ...dive, durationMin: 60 }, false],
    [{ date: '2024-05-01', timeIn: null, durationMin: 41, maxDepthM: null }, false],
  ])('compares %o', (other, isSame) => {
    expect(isProbablySameDive(dive, other)).toBe(isSame);
    expect(isProbablySameDive(other, dive)).toBe(isSame);
  });
});
