import { describe, expect, it } from 'vitest';
import type { WaitingLog } from '#features/logbook/shared/contract.ts';
import { groupIntoClasses, removeFromPages } from './waiting-classes.ts';

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
  class_size: 1,
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

  it('has the size of the whole class if only a part is loaded', () => {
    const [first] = groupIntoClasses([log('1', { class_size: 40 }), log('2', { class_size: 40 })]);
    expect(first).toMatchObject({ size: 40, logs: [{ id: '1' }, { id: '2' }] });
  });
});

describe('removeFromPages', () => {
  it('reduces the total and the size of the classes', () => {
    const pages = [
      { total: 5, items: [log('1', { class_size: 3 }), log('2', { class_size: 3 })] },
      { total: 5, items: [log('3', { class_size: 3 }), log('4', { log_number: 3, class_size: 2 })] },
    ];
    const [first, second] = removeFromPages(pages, new Set(['1', '3']));
    expect(first).toMatchObject({ total: 3, items: [{ id: '2', class_size: 1 }] });
    expect(second).toMatchObject({ total: 3, items: [{ id: '4', class_size: 2 }] });
  });
});
