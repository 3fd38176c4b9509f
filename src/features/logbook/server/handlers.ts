import { graphqlPart, type GraphqlPart } from '../../../platform/server/graphql.ts';
import { escapeLike, searchable } from '../../../platform/shared/searchable.ts';
import { logFamilyReading } from '../../account/server/public.ts';
import { dayOf } from '../../account/shared/rules.ts';
import type { DiveSite, LogbookTotals, WaitingLog } from '../shared/contract.ts';
import { logbookApi } from '../shared/logbook-api.ts';
import { listDeviations } from './deciding/deviations.ts';
import { undoDecisions } from './deciding/undo.ts';
import { changeChannel } from './events.ts';
import { countLogs, listYears, readPage, sumBottomTime } from './list-sql.ts';
import { updatePhotos } from './photos.ts';
import { toDiveLog } from './shape.ts';
import * as sql from './sql.ts';
import { deleteLogs, restoreLogs, submitLog, withdrawLog } from './steps.ts';
import { readLogToDecide, returnLog, verifyLogs } from './verification.ts';
import { createLog, updateLog } from './writing.ts';

const usualPageSize = 50;
/** Of fewer letters there are no trigrams to look for. */
const trigramLetters = 3;
/** After every text that begins with the one before it. */
const lastCharacter = '\u{10FFFF}';

export const logbookHandlers: GraphqlPart = graphqlPart(logbookApi, {
  diveLogs({ db, user }, { filter, sort_option: sort, limit, offset, page }) {
    const size = limit ?? usualPageSize;
    return readPage(db, user.affiliateId, {
      filter: filter ?? {},
      sort: sort ?? 'dive_date_desc',
      size,
      offset: offset ?? ((page ?? 1) - 1) * size,
    });
  },

  diveLog: (ctx, { id }) => readLogToDecide(ctx, id),
  diveLogCount: ({ db, user }, { filter }) => countLogs(db, user.affiliateId, filter ?? {}),
  bottomTimeSum: ({ db, user }, { filter }) => sumBottomTime(db, user.affiliateId, filter ?? {}),
  logbookYears: ({ db, user }, { filter }) => listYears(db, user.affiliateId, filter ?? {}),

  async logbookTotals({ db, user }): Promise<LogbookTotals> {
    const [totals] = await sql.findTotals(db, user.affiliateId);
    if (totals === undefined) throw new Error('the totals answered nothing');
    return totals;
  },

  async lastDive({ db, user }, { log_type: type }) {
    const [row] = await sql.findLastDive(db, user.affiliateId, type);
    return row === undefined ? null : toDiveLog(row);
  },

  async instructorInfo({ db }, { number }) {
    const [instructor] = await sql.findInstructor(db, number);
    return instructor?.info ?? null;
  },

  async diveSites({ db, user }, { name }): Promise<DiveSite[]> {
    const search = searchable(name);
    if (search === '') return [];
    const find = search.length < trigramLetters ? sql.findSitesByFew : sql.findSites;
    return find(db, user.affiliateId, search, search + lastCharacter, `%${escapeLike(search)}%`);
  },

  async familyDives(ctx) {
    const children = await sql.listFamilyDives(ctx.db, ctx.user.affiliateId, dayOf(ctx.now));
    const ids = children.map((child) => child.affiliate_id);
    await logFamilyReading(ctx, ids, 'dives');
    return children;
  },

  async logsToVerify(ctx): Promise<WaitingLog[]> {
    const rows = await sql.listWaiting(ctx.db, ctx.user.affiliateId);
    const deviations = await listDeviations(ctx, rows);
    return rows.map((row, place) => ({ ...row, deviations: deviations[place] ?? [] }));
  },

  createRecreationalLog: (ctx, { key, general }) => createLog(ctx, 'Recreational', { key, general }),
  createTrainingLog: (ctx, { key, general }) => createLog(ctx, 'Training', { key, general }),
  updateRecreationalLog: (ctx, { id, version, general }) => updateLog(ctx, 'Recreational', { id, version, general }),
  updateTrainingLog: (ctx, { id, version, general }) => updateLog(ctx, 'Training', { id, version, general }),
  submitLog,
  withdrawLog,
  verifyLogs: (ctx, { logs, reason }) => verifyLogs(ctx, logs, reason ?? null),
  returnLog,
  undoDecisions: (ctx, { logs }) => undoDecisions(ctx, logs),
  deleteLogs: (ctx, { ids }) => deleteLogs(ctx, ids),
  restoreLogs: (ctx, { ids }) => restoreLogs(ctx, ids),
  updatePhotos,

  onLogbookChange: ({ user, services }) => services.pubsub.subscribe<{ id: string }>(changeChannel(user.affiliateId)),
});
