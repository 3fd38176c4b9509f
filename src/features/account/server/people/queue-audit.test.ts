import { describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';

const portal = await testPortal();
const { db, pool } = portal.services.database;
const people = { diver: 400_001, minor: 400_003, staff: 400_008 };

const read = () => portal.request('staff@demo.test', 'GET', '/api/certifications/certifications/photos/pending');
const waits = (affiliateId: number) =>
  db.insertInto('person_photo').values({ affiliate_id: affiliateId, file_key: 'x.jpg', uploaded_by: 1 }).execute();
const passHour = () => pool.query("update audit_entry set at = at - interval '61 minutes'");

async function readings(): Promise<unknown[]> {
  const entries = await db
    .selectFrom('audit_entry')
    .selectAll()
    .where('action', '=', 'photo.queue_read')
    .orderBy('seq')
    .execute();
  return entries.map(({ actor_affiliate_id: actor, data }) => ({ actor, data }));
}
const reading = (...affiliateIds: number[]) => ({ actor: people.staff, data: { affiliateIds } });

describe('a reading of the photos that wait', () => {
  it('is written down with whom it showed, each once an hour', async () => {
    await read();
    expect(await readings()).toEqual([]);
    await waits(people.minor);
    await read();
    await read();
    expect(await readings()).toEqual([reading(people.minor)]);
    await waits(people.diver);
    await read();
    await read();
    expect((await readings()).slice(1)).toEqual([reading(people.diver)]);
    await passHour();
    await read();
    expect((await readings()).slice(2)).toEqual([reading(people.minor, people.diver)]);
  });
});
