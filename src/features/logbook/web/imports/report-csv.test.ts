import { createIntl } from 'react-intl';
import { expect, it } from 'vitest';
import messages from '#features/logbook/shared/messages/en-US.json' with { type: 'json' };
import type { MessageId } from '#platform/shared/message-id.ts';
import type { DiveImport, ImportEntry } from '#features/logbook/shared/import-contract.ts';
import { createReportCsv } from './report-csv.ts';

const intl = createIntl({ locale: 'en', messages: messages as unknown as Record<MessageId, string> });
const item: DiveImport = {
  id: 'a',
  status: 'done',
  problem: null,
  dive_count: 1,
  done_count: 1,
  added: 1,
  attached: 0,
  present: 0,
  skipped: 0,
  failed: 0,
  created_at: '2026-05-01T10:00:00Z',
  finished_at: null,
  undone_at: null,
  undo_until: null,
  files: [
    {
      position: 0,
      name: ' \t=evil().csv',
      bytes: 1,
      format: 'csv',
      warnings: [
        { field: 'column 3', code: 'column-ignored', value: 'Mood', count: 1 },
        { field: 'rating', code: 'column-ignored', value: '4', count: 24 },
      ],
    },
  ],
};
const entry: ImportEntry = {
  file: 0,
  dive: 0,
  action: 'added',
  log_id: '7',
  dive_title: 'Reef "north"',
  dive_date: '2026-04-30',
  is_undone: false,
  kept: ['max_depth_m', 'date'],
  entries: [
    { field: 'duration_s', value: '2430 s', outcome: 'converted', stored: '41' },
    { field: 'tags', value: 'night', outcome: 'left-out', reason: 'no-field' },
    { field: 'water_temp_c', value: '16.5', outcome: 'left-out', reason: 'entered' },
    { field: 'cylinders.end_bar', value: '60', outcome: 'left-out', reason: 'entered' },
  ],
  warnings: [{ field: 'samples.depth_m', code: 'impossible-value', value: '-3', count: 2 }],
};

it('lists what was converted, left out and kept, and escapes formulas', () => {
  expect(createReportCsv(intl, item, [entry]).split('\r\n')).toEqual([
    `\uFEFF"'=evil().csv","","","","Not imported: Mood"`,
    `"'=evil().csv","","","","rating: Not imported: 4 ×24"`,
    `"'=evil().csv","1","2026-04-30","Reef ""north""","Added"`,
    `"'=evil().csv","1","2026-04-30","Reef ""north""","Dive time: 2430 s saved as 41"`,
    `"'=evil().csv","1","2026-04-30","Reef ""north""","Tags: night left out. The logbook has no field for it."`,
    `"'=evil().csv","1","2026-04-30","Reef ""north""","Bottom temperature: 16.5°C left out. We kept what you entered."`,
    `"'=evil().csv","1","2026-04-30","Reef ""north""","End pressure: 60 bar left out. We kept what you entered."`,
    `"'=evil().csv","1","2026-04-30","Reef ""north""","Depth: Impossible value left out: -3 ×2"`,
    `"'=evil().csv","1","2026-04-30","Reef ""north""","Kept: Max depth, Date"`,
    '',
  ]);
});
