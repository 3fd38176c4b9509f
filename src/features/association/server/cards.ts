import type { Handlers } from '../../../platform/server/calls.ts';
import type { Context } from '../../../platform/server/context.ts';
import { readCode } from '../../certifications/shared/card-code.ts';
import { toCardDate } from '../../certifications/shared/card-date.ts';
import { type deskCalls, peoplePageSize } from '../shared/contract.ts';
import * as sql from './people-sql.ts';
import { logSearch, nameOfLevel } from './people.ts';
import { readTerm } from './search-term.ts';

async function find({ db }: Context, search: string, page: [limit: number, offset: number]) {
  const code = readCode(search);
  if (code !== null) {
    // Ten letters that happen to be a code can be a name too.
    const found = await sql.findCardsByCode(db, code, null, ...page);
    if (found.length > 0) return found;
  }
  const term = readTerm(search);
  if (term.kind === 'number') return sql.findCardsByNumber(db, term.number, null, ...page);
  if (term.kind === 'email') return [];
  return sql.findCardsByHolder(db, term.longest, term.patterns, ...page);
}

export const cardHandlers: Pick<Handlers<typeof deskCalls>, 'GET cards'> = {
  'GET cards': async (ctx, { query: { search, page } }) => {
    const rows = await find(ctx, search, [peoplePageSize, (page - 1) * peoplePageSize]);
    const total = rows[0]?.total ?? 0;
    await logSearch(ctx, 'card.search', { search, hits: total, page });
    const items = rows.map((row) => ({
      ...row,
      name: nameOfLevel(ctx, row.levelID),
      certDate: toCardDate(row.certDate),
    }));
    return { items, total };
  },
};
