import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { holdLocks, waitForLockWaits } from '#platform/testing/lock-waits.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';

const portal = await testPortal();
const { db, pool } = portal.services.database;
const [minor, guardian] = [400_003, 400_004];
const base = '/api/certifications/certifications/photos';
const jpeg = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#204060' } })
  .jpeg()
  .toBuffer();

async function upload(as: string, fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('imageFile', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), 'me.jpg');
  const body = new Response(form);
  return portal.app.inject({
    method: 'POST',
    url: `${base}/upload`,
    headers: { ...(await portal.headersOf(as)), 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  });
}
const photos = () => db.selectFrom('person_photo').selectAll().execute();

describe('a photo upload while its person is being changed', () => {
  /** Starts the upload, applies the change once the upload waits for the lock, and lets it continue. */
  async function uploadDuring(as: string, fields: Record<string, string>, change: string) {
    const holder = await holdLocks(pool, 'select from person where affiliate_id = $1 for update', [minor]);
    const uploading = upload(as, fields);
    await waitForLockWaits(pool);
    await holder.query(change);
    await holder.commit();
    return uploading;
  }

  it('returns 404 for a guardian who was just removed', async () => {
    const link = `delete from guardian_link where affiliate_id = ${minor}`;
    onTestFinished(async () => {
      await db.insertInto('guardian_link').values({ affiliate_id: minor, guardian_id: guardian }).execute();
    });
    const answer = await uploadDuring('guardian@demo.test', { affiliateId: String(minor) }, link);
    expect(answer.statusCode).toBe(404);
    expect(await photos()).toEqual([]);
  });

  it('returns 404 for a person who was just erased', async () => {
    const { sub } = await db
      .selectFrom('person')
      .select('sub')
      .where('affiliate_id', '=', minor)
      .executeTakeFirstOrThrow();
    const setSub = (to: string) => `update person set sub = '${to}' where affiliate_id = ${minor}`;
    onTestFinished(async () => {
      await pool.query(setSub(sub));
    });
    const answer = await uploadDuring('minor@demo.test', {}, setSub(`erased:${crypto.randomUUID()}`));
    expect(answer.statusCode).toBe(404);
    expect(await photos()).toEqual([]);
  });
});
