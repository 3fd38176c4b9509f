import { describe, expect, it } from 'vitest';
import type { DiveMatch } from '#features/logbook/shared/import-contract.ts';
import type { PreviewDive } from '#features/logbook/shared/recordings/preview-dive.ts';
import { isChosen, listChoices, listCompared, listRows } from './preview-rows.ts';

const createDive = (fingerprint: string, values: Partial<PreviewDive> = {}): PreviewDive => ({
  fingerprint,
  title: null,
  location: null,
  start: '2024-05-01T10:00:00',
  is_time_known: true,
  is_utc: false,
  duration_s: 2400,
  max_depth: 18,
  outline: null,
  computer: null,
  has_recording: true,
  ...values,
});
const createMatch = (status: DiveMatch['status'], logId: string | null = null): DiveMatch => ({
  status,
  log_id: logId,
  dive_title: null,
  dive_date: null,
  time_in: null,
  max_depth: null,
  bottom_time: null,
  can_attach: true,
});

const files = [
  {
    position: 0,
    dives: [
      createDive('a'),
      createDive('b', { start: null }),
      createDive('c', { is_utc: true }),
      createDive('d', { start: '2024-04-01T10:00:00' }),
    ],
  },
  { position: 2, dives: [createDive('a'), createDive('e')] },
];
const matches = [
  createMatch('probable', '7'),
  createMatch('new'),
  createMatch('new'),
  createMatch('new'),
  createMatch('probable', '8'),
  createMatch('same', '9'),
];

describe('the rows of the preview', () => {
  it('put open questions first, then probable, new and present dives by date', () => {
    const rows = listRows(files, new Map(), matches);
    expect(rows.map(({ key, status }) => `${key} ${status}`)).toEqual([
      '0 1 attention',
      '0 2 attention',
      '0 0 probable',
      '0 3 new',
      '2 0 repeated',
      '2 1 present',
    ]);
    expect(rows.map((row) => isChosen(row, new Map()))).toEqual([false, false, true, true, false, false]);
  });

  it('compare an answered start instead of the one in the file', () => {
    const starts = new Map([['0 1', '2024-05-02T09:00:00']]);
    expect(listCompared(files, starts)[1]).toMatchObject({ start: '2024-05-02T09:00:00', is_time_known: true });
    expect(listRows(files, starts, matches).find(({ key }) => key === '0 1')).toMatchObject({ status: 'new' });
  });
});

describe('the choices that are sent', () => {
  it('skip unanswered dives, skip those of another file and attach probable ones', () => {
    const rows = listRows(files, new Map(), matches);
    expect(listChoices(rows, new Map(), new Map())).toEqual([
      { file: 0, dive: 1, fingerprint: 'b', action: 'skip' },
      { file: 0, dive: 2, fingerprint: 'c', action: 'skip' },
      { file: 0, dive: 0, fingerprint: 'a', action: 'attach', log_id: '7', start: null },
      { file: 2, dive: 0, fingerprint: 'a', action: 'skip' },
    ]);
  });

  it('contain what the person changed and answered', () => {
    const starts = new Map([['0 2', '2024-05-01T12:00:00']]);
    const rows = listRows(files, starts, matches);
    const choices = new Map([
      ['0 0', { action: 'add' as const }],
      ['0 3', { isChosen: false }],
    ]);
    expect(listChoices(rows, choices, starts)).toEqual([
      { file: 0, dive: 1, fingerprint: 'b', action: 'skip' },
      { file: 0, dive: 3, fingerprint: 'd', action: 'skip' },
      { file: 0, dive: 2, fingerprint: 'c', action: 'add', start: '2024-05-01T12:00:00' },
      { file: 2, dive: 0, fingerprint: 'a', action: 'skip' },
    ]);
  });
});
