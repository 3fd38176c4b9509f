import { describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';

const portal = await testPortal();
const { db, pool } = portal.services.database;
const people = { diver: 400_001, minor: 400_003, staff: 400_008 };

const read = () => portal.request('staff@demo.test', 'GET', '/api/certifications/certifications/photos/pending');
const addPendingPhoto = (affiliateId: number) =>
  db.insertInto('person_photo').values({ affiliate_id: affiliateId, file_key: 'x.jpg', uploaded_by: 1 }).execute();
const passHour = () => pool.query("update audit_entry set at = at - interval '61 minutes'");

async function listReads(): Promise<unknown[]> {
  const entries = await db
    .selectFrom('audit_entry')
    .selectAll()
    .where('action', '=', 'photo.queue_read')
    .orderBy('seq')
    .execute();
  return entries.map(({ actor_affiliate_id: actor, data }) => ({ actor, data }));
}
const readEntry = (...affiliateIds: number[]) => ({ actor: people.staff, data: { affiliateIds } });

describe('auditQueueRead', () => {
  it('records each listed person once an hour', async () => {
    await read();
    expect(await listReads()).toEqual([]);
    await addPendingPhoto(people.minor);
    await read();
    await read();
    expect(await listReads()).toEqual([readEntry(people.minor)]);
    await addPendingPhoto(people.diver);
    await read();
    await read();
    expect((await listReads()).slice(1)).toEqual([readEntry(people.diver)]);
    await passHour();
    await read();
    expect((await listReads()).slice(2)).toEqual([readEntry(people.minor, people.diver)]);
  });
});
