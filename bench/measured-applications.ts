import { readFileSync } from 'node:fs';
import {
  type ListedRow,
  pageText,
  pageValues,
  shapeOfAssigned,
  shapeOfQueue,
} from '../src/features/applications/server/lists-sql.ts';
import {
  type ApplicationKind,
  type Facts,
  judge,
  openPoints,
} from '../src/features/applications/shared/requirements.ts';
import { applications, assigned, measuredInstructor } from './applications.ts';
import type { Asker, Measured } from './measured.ts';

const file = `${import.meta.dirname}/../content/applications/types.json`;
/** A bare server would have them in its memory as well. */
const types = new Map((JSON.parse(readFileSync(file, 'utf8')) as ApplicationKind[]).map((type) => [type.id, type]));
const first = { page: 1, size: 100, search: '' };
const staff: Asker = { affiliateId: 400_008, affiliateTypeId: 9 };

function pageCall(name: string, path: string, as: Asker, sql: string, values: unknown[]): Measured {
  return {
    name,
    path: `/api/applications/Applications/${path}`,
    as,
    // A page of a hundred, each with what it meets, is many times the size of other answers.
    requests: 300,
    statements: [{ sql, values }],
    answer(results) {
      const { total = 0, items = [] } = (results[0]?.[0] ?? {}) as { total?: number; items?: ListedRow[] };
      const today = new Date().toISOString().slice(0, 10);
      return {
        items: items.map(({ typeId, facts, ...row }) => {
          const { id, name: called, requirements } = types.get(typeId) ?? { id: 0, name: '', requirements: [] };
          const isOver = row.state === 'Completed' || row.state === 'Rejected';
          const day = isOver ? row.stateDate.slice(0, 10) : today;
          const stage = row.state === 'Returned' ? 'begin' : 'certify';
          const judged = 'dives' in facts ? judge(requirements, facts as Facts, day, stage) : [];
          const met = judged.map(({ isMet }) => isMet);
          return { ...row, types: [{ id, name: called }], met, open: openPoints(judged) };
        }),
        total,
      };
    },
  };
}

export const applicationCalls: readonly Measured[] = [
  pageCall(
    `applications, the desk's queue among ${applications}`,
    'desk',
    staff,
    pageText(shapeOfQueue('waiting', ''), first.size),
    pageValues(null, first),
  ),
  pageCall(
    `applications, an instructor's list of ${assigned}`,
    'assigned',
    { affiliateId: measuredInstructor, affiliateTypeId: 3 },
    pageText(shapeOfAssigned('professional', 'all', ''), first.size),
    pageValues(measuredInstructor, first),
  ),
];
