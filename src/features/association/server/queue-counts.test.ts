import { describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { WaitingCounts } from '#features/association/shared/contract.ts';

const portal = await testPortal();

const count = async (email = 'staff@demo.test') => portal.request(email, 'GET', '/api/desk/counts');

describe('GET counts', () => {
  it('counts new items and returns 403 to everyone but staff', async () => {
    const before = (await count()).json<WaitingCounts>();
    const { pool } = portal.services.database;
    await pool.query(
      `insert into outside_certification (affiliate_id, agency, level, file_key, uploaded_at)
       values (400002, 'Reef School', 'Rescue', 'a-file', now()), (400002, 'Reef School', 'Without a picture', null, null)`,
    );
    await pool.query(
      `insert into form_record (affiliate_id, id, packet, region, locale, versions, is_minor, sealed_key, sealed_content,
         signed_at, valid_until, keep_until, medical_status, medical_changed_at, store_number)
       select 400002, gen_random_uuid(), 'medical', 'EU', 'en-US', '{}', false, 'x', 'x', now(), until::date, '2100-01-01',
         'review', now(), store from (values (null, '2100-01-01'), (20001, '2100-01-01'), (null, '2020-01-01')) as t (store, until)`,
    );
    expect((await count()).json<WaitingCounts>()).toEqual({
      ...before,
      cardPhotos: before.cardPhotos + 1,
      pages: before.pages + 1,
    });
    // The badge must match the queue.
    const queue = await portal.request('staff@demo.test', 'GET', '/api/forms/Pages/waiting');
    expect(queue.json()).toMatchObject({ total: before.pages + 1 });
    for (const person of ['diver', 'instructor', 'store'])
      expect((await count(`${person}@demo.test`)).statusCode).toBe(403);
  });
});
