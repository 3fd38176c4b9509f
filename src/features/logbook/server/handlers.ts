import type { ArgsOf } from '#platform/shared/contract.ts';
import { isWholeSelection } from '#platform/server/db/json-columns.ts';
import { defineResolvers, type GraphqlResolvers, type JsonFields } from '#platform/server/graphql/graphql.ts';
import type { PlainContext } from '#platform/server/http/context.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { escapeLike, normalizeForSearch } from '#platform/shared/search-text.ts';
import { auditFamilyRead } from '#features/account/server/public.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import type { LogbookTotals, WaitingLog } from '#features/logbook/shared/contract.ts';
import { verificationPageSize } from '#features/logbook/shared/enums.ts';
import { logbookApi } from '#features/logbook/shared/logbook-api.ts';
import { listDeviations } from './verification/deviations.ts';
import { countLogsToVerify, listLogsToVerify } from './verification/queries.ts';
import { undoDecisions } from './verification/undo-decisions.ts';
import { changeChannel, publishChange } from './change-events.ts';
import { countLogs, listYears, sumBottomTime } from './list-queries.ts';
import { canSelectPage, createPageReader } from './page-queries.ts';
import { matchDives } from './imports/match-dives.ts';
import { listEntries } from './imports/queries.ts';
import { listImports, startImport, storeChoices, undoImport } from './imports/start-import.ts';
import { updatePhotos } from './photos/update-photos.ts';
import { shareDetails } from './recordings/queries.ts';
import { logJson } from './logs/log-json.ts';
import * as queries from './queries.ts';
import { deleteLogs, restoreLogs, submitLog, withdrawLog } from './logs/log-steps.ts';
import { readLogToDecide, returnLog, verifyLogs } from './verification/verification.ts';
import { createLogWriter, updateLog } from './logs/save-log.ts';

const defaultPageSize = 50;
/** Shorter texts have no trigrams for the index. */
const trigramLetters = 3;
/** Sorts after every text with the same prefix. */
const lastCharacter = '\u{10FFFF}';

type PageArgs = ArgsOf<typeof logbookApi.queries.diveLogs>;

const toPageRequest = ({ filter, sort_option: sort, limit, offset, page }: PageArgs) => {
  const size = limit ?? defaultPageSize;
  return {
    filter: filter ?? {},
    sort: sort ?? 'dive_date_desc',
    size,
    offset: offset ?? ((page ?? 1) - 1) * size,
  } as const;
};
const readPage = createPageReader(null);
const createLog = createLogWriter(null);

async function findSitesJson({ db, user }: PlainContext, name: string): Promise<string> {
  const search = normalizeForSearch(name);
  if (search === '') return '[]';
  const list = search.length < trigramLetters ? queries.listSitesByShortText : queries.listSites;
  const pattern = `%${escapeLike(search)}%`;
  const { affiliateId } = user;
  return (await list.firstText(db, { affiliateId, search, end: search + lastCharacter, pattern })) ?? '[]';
}

/** The fields that PostgreSQL answers with JSON text (decision 047). */
const jsonFields: JsonFields<typeof logbookApi> = {
  diveLogs(selection) {
    if (!canSelectPage(selection)) return null;
    const readSelected = createPageReader(selection);
    return ({ db, user }, args) => readSelected(db, user.affiliateId, toPageRequest(args));
  },
  // Dives of others need the deviations, which the ordinary handler adds.
  diveLog(selection) {
    if (logJson(selection) === null) return null;
    const find = queries.findOwnLogJson(selection);
    return ({ db, user }, { id }) => find.firstText(db, { affiliateId: user.affiliateId, id });
  },
  diveSites(selection) {
    const isWhole = isWholeSelection(selection, ['id', 'name']);
    return isWhole ? (ctx, { name }) => findSitesJson(ctx, name) : null;
  },
  createRecreationalLog(selection) {
    if (logJson(selection) === null) return null;
    const createSelected = createLogWriter(selection);
    return (ctx, { key, general }) => createSelected(ctx, 'Recreational', { key, general });
  },
  createTrainingLog(selection) {
    if (logJson(selection) === null) return null;
    const createSelected = createLogWriter(selection);
    return (ctx, { key, general }) => createSelected(ctx, 'Training', { key, general });
  },
};

export const logbookResolvers: GraphqlResolvers = defineResolvers(
  logbookApi,
  {
    diveLogs: async ({ db, user }, args) => JSON.parse(await readPage(db, user.affiliateId, toPageRequest(args))),

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
      return row?.log ?? null;
    },

    async instructorInfo({ db }, { number: memberNumber }) {
      const instructor = await queries.findInstructor.first(db, { memberNumber });
      return instructor?.info ?? null;
    },

    diveSites: async (ctx, { name }) => JSON.parse(await findSitesJson(ctx, name)),

    matchDives: (ctx, { dives }) => matchDives(ctx, dives),
    diveImports: (ctx, { id }) => listImports(ctx, id ?? null),

    async diveImportEntries({ db, user }, { id: importId, limit, offset }) {
      const rows = await listEntries(db, {
        affiliateId: user.affiliateId,
        importId,
        limit: limit ?? defaultPageSize,
        offset: offset ?? 0,
      });
      return rows.map(({ report, ...row }) => ({ ...row, ...report, kept: report.kept ?? [] }));
    },

    async firstDiveNumber({ db, user }) {
      return (await queries.findFirstDiveNumber.first(db, { affiliateId: user.affiliateId }))?.number ?? 1;
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

    async logsToVerify(ctx, { limit, offset }): Promise<WaitingLog[]> {
      const rows = await listLogsToVerify(ctx.db, {
        affiliateId: ctx.user.affiliateId,
        limit: limit ?? verificationPageSize,
        offset: offset ?? 0,
      });
      const deviations = await listDeviations(ctx, rows);
      return rows.map((row, place) => ({ ...row, deviations: deviations[place] ?? [] }));
    },

    async logsToVerifyCount({ db, user }) {
      return (await countLogsToVerify.first(db, { affiliateId: user.affiliateId }))?.count ?? 0;
    },

    createRecreationalLog: async (ctx, { key, general }) =>
      JSON.parse(await createLog(ctx, 'Recreational', { key, general })),
    createTrainingLog: async (ctx, { key, general }) => JSON.parse(await createLog(ctx, 'Training', { key, general })),
    updateRecreationalLog: (ctx, { id, version, general }) => updateLog(ctx, 'Recreational', { id, version, general }),
    updateTrainingLog: (ctx, { id, version, general }) => updateLog(ctx, 'Training', { id, version, general }),
    submitLog,
    withdrawLog,
    verifyLogs: (ctx, { logs, reason }) => verifyLogs(ctx, logs, reason ?? null),
    returnLog,
    undoDecisions: (ctx, { logs }) => undoDecisions(ctx, logs),
    deleteLogs: (ctx, { ids }) => deleteLogs(ctx, ids),
    restoreLogs: (ctx, { ids }) => restoreLogs(ctx, ids),
    startImport: (ctx, { id, choices, mappings }) => startImport(ctx, id, [...choices, ...(mappings ?? [])]),
    addImportChoices: (ctx, { id, choices }) => storeChoices(ctx, id, choices),
    undoImport: (ctx, { id }) => undoImport(ctx, id),

    async setFirstDiveNumber(ctx, { number }) {
      const { affiliateId } = ctx.user;
      await queries.upsertFirstDiveNumber(ctx.db, { affiliateId, number });
      await publishChange(ctx, 'numbers', [affiliateId]);
      return number;
    },

    async shareRecordingDetails(ctx, { id: recordingId, shares }) {
      const { affiliateId } = ctx.user;
      const recording = await shareDetails.first(ctx.db, { affiliateId, recordingId, shares });
      if (recording === undefined) throw failCall('not_found');
      await publishChange(ctx, recording.logId, [affiliateId]);
      return shares;
    },

    updatePhotos,

    onLogbookChange: ({ user, services }) => services.pubsub.subscribe<{ id: string }>(changeChannel(user.affiliateId)),
  },
  jsonFields,
);
