import { describe, expect, it } from 'vitest';
import type { WaitingLog } from '#features/logbook/shared/contract.ts';
import { groupIntoClasses } from './waiting-classes.ts';

const log = (id: string, part: Partial<WaitingLog> = {}): WaitingLog => ({
  id,
  version: 1,
  diver_name: 'Jonas Weber',
  dive_title: 'Second dive',
  dive_date: '2026-09-12',
  dive_location: 'Kelder Bay',
  log_course: 'open_water',
  log_number: 2,
  adventure_dive: null,
  max_depth: 12,
  bottom_time: 30,
  typed: [],
  deviations: [],
  submitted_at: '2026-09-12T12:00:00.000Z',
  ...part,
});

describe('groupIntoClasses', () => {
  it('groups the same dive of the same course on the same day, in any order', () => {
    const classes = groupIntoClasses([
      log('1'),
      log('2', { log_number: 3 }),
      log('3'),
      log('4', { dive_date: '2026-09-13' }),
      log('5', { log_course: 'advanced', adventure_dive: 'deep' }),
      log('6', { log_course: 'advanced', adventure_dive: 'night' }),
    ]);
    expect(classes.map(({ logs }) => logs.map(({ id }) => id))).toEqual([['1', '3'], ['2'], ['4'], ['5'], ['6']]);
  });

  it('returns nothing without dives', () => {
    expect(groupIntoClasses([])).toEqual([]);
  });
});
