import { describe, expect, it } from 'vitest';
import { latestIsoDate } from '#platform/shared/dates.ts';
import { loadDemo } from '#demo/load-demo.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { DiveLog, LogbookTotals, WaitingLog } from '#features/logbook/shared/contract.ts';
import { findMissing, findInvalid } from '#features/logbook/shared/rules.ts';
import { documents } from '#features/logbook/web/graphql-documents.ts';
import { lockLog } from '#features/logbook/server/queries.ts';

const portal = await testPortal();
const { db } = portal.services.database;
const diver = 400_001;

const query = async <Data>(as: string, document: string, variables = {}): Promise<Data> =>
  (await portal.graphql(`${as}@demo.test`, document, variables)).json<{ data: Data }>().data;
const allLogs = () => db.selectFrom('dive_log').selectAll().orderBy('id').execute();

describe('demo logbook', () => {
  it('seeds 120 dives, two drafts, a pending log and a returned one', async () => {
    const { logbookTotals: totals } = await query<{ logbookTotals: LogbookTotals }>('diver', documents.totals);
    expect(totals).toMatchObject({ dives: 120, training: 9, drafts: 2, pending: 1, returned: 1, max_depth: 28.4 });
    expect(totals.years.length).toBeGreaterThanOrEqual(6);
    const noted = (await allLogs()).filter(
      (log) => log.affiliate_id === diver && JSON.stringify(log.experience).includes('"notes"'),
    );
    expect(noted.length).toBeGreaterThanOrEqual(38);
  });

  it('seeds logs that pass validation', async () => {
    for (const { affiliate_id: affiliateId, id, status } of await allLogs()) {
      const row = await lockLog.first(db, { affiliateId, id: String(id) });
      if (row === undefined) throw new Error(`demo log ${id} not found for its diver`);
      const checked = { ...row, ...row.conditions, ...row.equipment };
      const problems = [
        ...findInvalid(checked, latestIsoDate(new Date())),
        ...(status === 'Draft' ? [] : findMissing(checked)),
      ];
      expect([row.dive_title, problems]).toEqual([row.dive_title, []]);
    }
  });

  it('seeds a dive site for every dive location', async () => {
    const names = new Set((await db.selectFrom('dive_site').select('name').execute()).map(({ name }) => name));
    expect(names.size).toBeGreaterThan(300);
    expect((await allLogs()).filter((log) => !names.has(log.dive_location))).toEqual([]);
  });

  it('seeds logs for the instructor to verify', async () => {
    const { logsToVerify: waiting } = await query<{ logsToVerify: WaitingLog[] }>('instructor', documents.waiting);
    expect(waiting.map((log) => `${log.diver_name}: ${log.dive_title}`).toSorted()).toEqual([
      'Clara Novak: Open Water dive 3',
      'Jonas Weber: Open Water dive 2',
      'Maren Lindqvist: Fish identification',
    ]);
  });

  it('stores measures in the typed unit', async () => {
    const { id } = (await allLogs()).find((log) => log.dive_title === 'Santa Rosa') ?? {};
    const { diveLog } = await query<{ diveLog: DiveLog }>('diver', documents.log, { id: String(id) });
    expect(diveLog.typed).toContainEqual({ field: 'max_depth', value: 54, unit: 'ft' });
    expect(diveLog.depth_times[0]?.max_depth).toBeCloseTo(16.459, 3);
  });

  it('changes nothing when loaded again', async () => {
    const before = await allLogs();
    const readNotifications = () => db.selectFrom('notification').selectAll().orderBy('id').execute();
    const notificationsBefore = await readNotifications();
    await loadDemo(portal.services);
    expect(await allLogs()).toEqual(before);
    expect(await readNotifications()).toEqual(notificationsBefore);
  });
});
