import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { parseCardCode } from '#features/certifications/shared/card-code.ts';
import { toCardDate } from '#features/certifications/shared/card-date.ts';
import { type deskEndpoints, peoplePageSize } from '#features/association/shared/contract.ts';
import * as queries from './people-queries.ts';
import { recordSearchAudit, getLevelName } from './people.ts';
import { parseSearchTerm } from './search-term.ts';

async function findCards({ db }: Context, search: string, page: queries.Page) {
  const code = parseCardCode(search);
  if (code !== null) {
    // Text that matches the format of a code may also be a name.
    const found = await queries.findCardsByCode(db, { code, ...page });
    if (found.length > 0) return found;
  }
  const term = parseSearchTerm(search);
  if (term.kind === 'number') return queries.findCardsByNumber(db, { ...term, ...page });
  if (term.kind === 'email') return [];
  return queries.findCardsByHolder(db, { ...term, ...page });
}

export const cardHandlers: Pick<Handlers<typeof deskEndpoints>, 'GET cards'> = {
  'GET cards': async (ctx, { query: { search, page } }) => {
    const rows = await findCards(ctx, search, { limit: peoplePageSize, offset: (page - 1) * peoplePageSize });
    const total = rows[0]?.total ?? 0;
    await recordSearchAudit(ctx, 'card.search', { search, hits: total, page });
    const items = rows.map((row) => ({
      ...row,
      name: getLevelName(ctx, row.levelID),
      certDate: toCardDate(row.certDate),
    }));
    return { items, total };
  },
};
