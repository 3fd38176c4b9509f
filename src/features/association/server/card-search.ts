import type { Handlers } from '#platform/server/http/endpoints.ts';
import { toCardDate } from '#features/certifications/shared/card-date.ts';
import type { deskEndpoints } from '#features/association/shared/contract.ts';
import { findCardIds, listCards } from './card-queries.ts';
import { getLevelName, getPage, recordSearchAudit } from './people.ts';

export const cardHandlers: Pick<Handlers<typeof deskEndpoints>, 'GET cards'> = {
  'GET cards': async (ctx, { query: { search, page } }) => {
    const { ids, hasMore, rows } = await ctx.services.database.readFromReplica(ctx.db, async (db) => {
      const found = await findCardIds(db, search);
      return { ...found, rows: await listCards(db, { ids: getPage(found.ids, page) }) };
    });
    await recordSearchAudit(ctx, 'card.search', { search, hits: ids.length, page });
    const items = rows.map((row) => ({
      ...row,
      name: getLevelName(ctx, row.levelID),
      certDate: toCardDate(row.certDate),
    }));
    return { items, total: ids.length, hasMoreMatches: hasMore };
  },
};
