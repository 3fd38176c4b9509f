import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { LogPhoto } from '#features/logbook/shared/contract.ts';
import type { JobContext } from '#platform/server/jobs/jobs.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { drawDemoPhotos } from './photos.ts';

const portal = await testPortal();
const { db } = portal.services.database;

describe('demo logbook', () => {
  it('draws photos once and serves them', async () => {
    const context = { services: portal.services, now: new Date() } as JobContext;
    await drawDemoPhotos.run(context, {});
    await drawDemoPhotos.run(context, {});
    const { id } = await db
      .selectFrom('dive_log')
      .select('id')
      .where('dive_title', '=', 'North Wall with Jonas')
      .executeTakeFirstOrThrow();
    const list = await portal.request('diver@demo.test', 'GET', `/api/logbook/api/Image/GetImageList/${id}`);
    const photos = list.json<LogPhoto[]>();
    expect(photos.map(({ caption }) => caption)).toEqual([
      'Jonas along the North Wall',
      'Looking up from the shot line',
      '',
      'A starfish on the way home',
    ]);
    const outsideDive = await portal.services.database.pool.query(
      `select p.id from dive_photo p join dive_log l on l.affiliate_id = p.affiliate_id and l.id = p.log_id
       where p.taken_at is null or p.taken_at not between l.dive_date + l.time_in and l.dive_date + l.time_out`,
    );
    expect(outsideDive.rows).toEqual([]);
    for (const { url } of photos) {
      const { rawPayload } = await portal.request('diver@demo.test', 'GET', url);
      expect((await sharp(rawPayload).metadata()).format).toBe('jpeg');
    }
  });
});
