import { beforeEach, describe, expect, it } from 'vitest';
import { createPlainImage } from '#platform/testing/image-fixture.ts';
import { createDsdFixture } from '#test/support/api/dsd-testing.ts';
import { storePhoto } from '#features/account/server/public.ts';
import type { CompletedDive, Guest } from '#features/dsd/shared/contract.ts';

const { portal, services, rows, setCheckpoint } = await createDsdFixture();
const store = { id: 400_007, email: 'store@demo.test' };
const minor = { id: 400_003, email: 'minor@demo.test' };
const guardian = { email: 'guardian@demo.test' };
const stranger = { email: 'diver@demo.test' };
const png = await createPlainImage(300, 200).png().toBuffer();

const codeOf = (answer: { json(): { errors: { code: string }[] } }) => answer.json().errors[0]?.code;
const openPage = (number: number | string) => portal.request(null, 'GET', `/api/dsd/Discover/${number}`);

describe('GET Discover/{storeNumber}', () => {
  it('returns only the name and the place, to anyone', async () => {
    const answer = await openPage(20_001);
    expect(answer.json()).toEqual({
      storeNumber: 20_001,
      name: 'Kelder Bay Diving',
      city: expect.any(String),
      country: expect.stringMatching(/^[A-Z]{2}$/),
      hasPhoto: false,
    });
  });

  it.each([99_999, 100_001])('returns 404 for %i, which is no store', async (number) => {
    expect((await openPage(number)).statusCode).toBe(404);
    expect((await portal.request(null, 'GET', `/api/dsd/Discover/${number}/photo`)).statusCode).toBe(404);
  });

  it('shows the photo once staff have approved it', async () => {
    const fileKey = await storePhoto(services, store.id, Buffer.from('shop front'));
    await rows('insert into person_photo (affiliate_id, file_key, uploaded_by) values ($1, $2, $1)', [
      store.id,
      fileKey,
    ]);
    expect((await openPage(20_001)).json()).toMatchObject({ hasPhoto: false });
    expect((await portal.request(null, 'GET', '/api/dsd/Discover/20001/photo')).statusCode).toBe(404);
    await rows("update person_photo set status = 'approved', decided_at = now() where file_key = $1", [fileKey]);
    expect((await openPage(20_001)).json()).toMatchObject({ hasPhoto: true });
    expect((await portal.request(null, 'GET', '/api/dsd/Discover/20001/photo')).body).toBe('shop front');
    await rows('delete from person_photo where file_key = $1', [fileKey]);
  });

  it('returns 404 for an erased store', async () => {
    const [{ sub } = { sub: '' }] = await rows<{ sub: string }>('select sub from person where affiliate_id = $1', [
      store.id,
    ]);
    await rows("update person set sub = 'erased:7' where affiliate_id = $1", [store.id]);
    expect((await openPage(20_001)).statusCode).toBe(404);
    await rows('update person set sub = $2 where affiliate_id = $1', [store.id, sub]);
  });
});

describe('photo of the dive', () => {
  const url = `/api/dsd/Guests/${minor.id}/photo`;
  const add = async (email: string, file = png) => {
    const form = new FormData();
    form.set('imageFile', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'dive.png');
    return portal.app.inject({
      method: 'POST',
      url,
      headers: await portal.headersOf(email),
      payload: form as unknown as object,
    });
  };
  const readDive = async (email: string, query = '') =>
    (await portal.request(email, 'GET', `/api/dsd/CompletedDive${query}`)).json<CompletedDive | null>();
  const acceptsPhoto = async () => {
    const { items } = (await portal.request(store.email, 'GET', '/api/dsd/Guests')).json<{ items: Guest[] }>();
    return items.find(({ affiliateId }) => affiliateId === minor.id)?.acceptsPhoto;
  };
  const countAudits = async (action: string) =>
    (await rows('select from audit_entry where subject = $1 and action = $2', [`person:${minor.id}`, action])).length;

  beforeEach(async () => {
    await rows('delete from dsd_photo');
    await setCheckpoint(minor.id, 'processed');
    await rows(
      'update dsd_checkpoint set processed_by = $2, created_at = now(), photo_declined_at = null where affiliate_id = $1',
      [minor.id, store.id],
    );
  });

  it('is added by the store and seen by the guest, the guardian and the store only', async () => {
    expect(await readDive(minor.email)).toEqual({
      by: { name: 'Kelder Bay Diving', storeNumber: 20_001 },
      photo: null,
    });
    expect(await acceptsPhoto()).toBe(true);
    const before = await countAudits('photo.uploaded');
    expect((await add(store.email)).statusCode).toBe(200);
    expect(await readDive(minor.email)).toMatchObject({ photo: { addedDate: expect.any(String) } });
    expect(await readDive(guardian.email, `?affiliateId=${minor.id}`)).toMatchObject({ photo: expect.anything() });
    const readsBefore = await countAudits('dsd.read');
    for (const { email } of [minor, guardian, store]) {
      const answer = await portal.request(email, 'GET', url);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg']);
    }
    expect(await countAudits('dsd.read')).toBe(readsBefore + 2);
    for (const email of [stranger.email, 'instructor@demo.test', 'staff@demo.test'])
      expect((await portal.request(email, 'GET', url)).statusCode).toBe(404);
    expect((await portal.request(null, 'GET', url)).statusCode).toBe(401);
    expect(await acceptsPhoto()).toBe(false);
    expect(await countAudits('photo.uploaded')).toBe(before + 1);
  });

  it('is rejected from strangers, before the dive, and if it is no picture', async () => {
    expect((await add(stranger.email)).statusCode).toBe(404);
    expect(codeOf(await add(minor.email, Buffer.from('no picture')))).toBe('dsd.photo_invalid');
    await setCheckpoint(minor.id, 'completed');
    expect(codeOf(await add(minor.email))).toBe('dsd.not_ready');
    expect((await add(store.email)).statusCode).toBe(404);
    expect(await rows('select from dsd_photo')).toEqual([]);
  });

  it('is replaced, and removed by the guardian although the store added it', async () => {
    await add(store.email);
    await add(minor.email);
    expect(await rows('select added_by from dsd_photo')).toEqual([{ added_by: minor.id }]);
    // The store can neither replace nor remove the guest's own photo.
    expect((await add(store.email)).statusCode).toBe(404);
    expect((await portal.request(store.email, 'DELETE', url)).statusCode).toBe(404);
    expect((await portal.request(guardian.email, 'DELETE', url)).statusCode).toBe(200);
    expect(await readDive(minor.email)).toMatchObject({ photo: null });
  });

  it('is not added again by the store after the guardian removed it, until the next dive', async () => {
    await add(store.email);
    expect((await portal.request(guardian.email, 'DELETE', url)).statusCode).toBe(200);
    expect(await acceptsPhoto()).toBe(false);
    expect((await add(store.email)).statusCode).toBe(404);
    expect((await add(minor.email)).statusCode).toBe(200);
    expect((await portal.request(minor.email, 'DELETE', url)).statusCode).toBe(200);
    expect((await add(store.email)).statusCode).toBe(404);
    expect(await rows('select from dsd_photo')).toEqual([]);
    const startedOver = await portal.request(minor.email, 'POST', '/api/dsd/CreateCheckPoint', {
      store_number: 20_002,
      member_number: null,
      status: 'affiliation',
    });
    expect(startedOver.statusCode).toBe(200);
    await setCheckpoint(minor.id, 'processed');
    expect((await add(store.email)).statusCode).toBe(200);
  });

  it('is no longer open to the store when the guest has left its list', async () => {
    await add(minor.email);
    const age = (days: number) =>
      rows("update dsd_checkpoint set updated_at = now() - $2 * interval '1 day' where affiliate_id = $1", [
        minor.id,
        days,
      ]);
    const read = async (email: string) => (await portal.request(email, 'GET', url)).statusCode;
    await age(29);
    expect(await read(store.email)).toBe(200);
    await age(31);
    expect(await read(store.email)).toBe(404);
    expect((await add(store.email)).statusCode).toBe(404);
    expect([await read(minor.email), await read(guardian.email)]).toEqual([200, 200]);
  });

  it('is not shown for another dive', async () => {
    await add(minor.email);
    await rows("update dsd_checkpoint set created_at = now() + interval '1 minute' where affiliate_id = $1", [
      minor.id,
    ]);
    expect(await readDive(minor.email)).toMatchObject({ photo: null });
    expect((await portal.request(minor.email, 'GET', url)).statusCode).toBe(404);
  });
});
