import { defineResolvers, type GraphqlResolvers } from '#platform/server/graphql/graphql.ts';
import { escapeLike, normalizeForSearch } from '#platform/shared/search-text.ts';
import { auditFamilyRead } from '#features/account/server/public.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import type { DiveSite, LogbookTotals, WaitingLog } from '#features/logbook/shared/contract.ts';
import { logbookApi } from '#features/logbook/shared/logbook-api.ts';
import { listDeviations } from './verification/deviations.ts';
import { undoDecisions } from './verification/undo-decisions.ts';
import { changeChannel } from './change-events.ts';
import { countLogs, listYears, readPage, sumBottomTime } from './list-queries.ts';
import { updatePhotos } from './photos/update-photos.ts';
import { toDiveLog } from './logs/read-log.ts';
import * as queries from './queries.ts';
import { deleteLogs, restoreLogs, submitLog, withdrawLog } from './logs/log-steps.ts';
import { readLogToDecide, returnLog, verifyLogs } from './verification/verification.ts';
import { createLog, updateLog } from './logs/save-log.ts';

const defaultPageSize = 50;
/** Shorter texts have no trigrams for the index. */
const trigramLetters = 3;
/** Sorts after every text with the same prefix. */
const lastCharacter = '\u{10FFFF}';

export const logbookResolvers: GraphqlResolvers = defineResolvers(logbookApi, {
  diveLogs({ db, user }, { filter, sort_option: sort, limit, offset, page }) {
    const size = limit ?? defaultPageSize;
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
    const totals = await queries.findTotals.first(db, { affiliateId: user.affiliateId });
    if (totals === undefined) throw new Error('the logbook totals query returned no row');
    return totals;
  },

  async lastDive({ db, user }, { log_type: logType }) {
    const row = await queries.findLastDive.first(db, { affiliateId: user.affiliateId, logType });
    return row === undefined ? null : toDiveLog(row);
  },

  async instructorInfo({ db }, { number: memberNumber }) {
    const instructor = await queries.findInstructor.first(db, { memberNumber });
    return instructor?.info ?? null;
  },

  async diveSites({ db, user }, { name }): Promise<DiveSite[]> {
    const search = normalizeForSearch(name);
    if (search === '') return [];
    const list = search.length < trigramLetters ? queries.listSitesByShortText : queries.listSites;
    const pattern = `%${escapeLike(search)}%`;
    return list(db, { affiliateId: user.affiliateId, search, end: search + lastCharacter, pattern });
  },

  async familyDives(ctx) {
    const children = await queries.listFamilyDives(ctx.db, {
      guardianId: ctx.user.affiliateId,
      today: toIsoDate(ctx.now),
    });
    const ids = children.map((child) => child.affiliate_id);
    await auditFamilyRead(ctx, ids, 'dives');
    return children;
  },

  async logsToVerify(ctx): Promise<WaitingLog[]> {
    const rows = await queries.listLogsToVerify(ctx.db, { affiliateId: ctx.user.affiliateId });
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
