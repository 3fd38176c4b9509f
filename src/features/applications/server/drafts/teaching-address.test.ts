import { beforeEach, describe, expect, it } from 'vitest';
import { createApplicationsFixture, affiliateIdOf } from '#test/support/api/applications-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';

const portal = await testPortal();
const { call, rows, read, begin, createInState, clear } = createApplicationsFixture(portal);

beforeEach(clear);

describe('the teaching address', () => {
  const location = { addressLine1: 'Harbour 1', city: 'Leith', countryId: 'GB', postalCode: 'eh6 6qh' };

  it('is stored encrypted and readable by everyone with access to the application', async () => {
    const id = await begin();
    const path = `/${id}/teaching-address`;
    const none = await call<{ teachingAddress: unknown }>('candidate', 'GET', path);
    expect(none.body).toEqual({ teachingAddress: null });
    const { body } = await call<{ teachingAddress: unknown }>('candidate', 'PUT', path, { location });
    expect(body.teachingAddress).toMatchObject({ city: 'Leith', country: 'United Kingdom', postalCode: 'EH6 6QH' });
    expect((await call('candidate', 'GET', path)).body).toEqual(body);
    expect((await read(id)).teachingAddress).toEqual(body.teachingAddress);
    const [row] = await rows<{ text: string }>('select a::text as text from application a where id = $1', [id]);
    expect(row?.text).not.toMatch(/Harbour|Leith/);
  });

  it.each<[string, object, number, string]>([
    ['a country that there is not', { countryId: 'XX' }, 422, 'account.unknown_country location.countryId'],
    ['a state of another country', { stateId: 'US-CA' }, 422, 'account.unknown_state location.stateId'],
    ['a postal code that does not fit', { postalCode: '12345' }, 422, 'account.postal_code_wrong location.postalCode'],
    ['no city', { city: ' ' }, 400, 'request.invalid location.city'],
  ])('rejects %s and stores nothing', async (_name, input, status, error) => {
    const id = await begin();
    const answer = await call('candidate', 'PUT', `/${id}/teaching-address`, { location: { ...location, ...input } });
    expect([answer.status, answer.errors]).toEqual([status, [error]]);
    expect((await read(id)).teachingAddress).toBeNull();
  });

  it('can be cleared', async () => {
    const id = await begin();
    await call('candidate', 'PUT', `/${id}/teaching-address`, { location });
    const { status, body } = await call('candidate', 'PUT', `/${id}/teaching-address`, { location: null });
    expect([status, body.teachingAddress]).toEqual([200, null]);
    expect((await read(id)).teachingAddress).toBeNull();
  });

  it('can be changed only by the applicant while they hold the application', async () => {
    const id = await createInState('MemberReview');
    for (const as of ['candidate', 'instructor', 'store', 'staff'] as const)
      expect((await call(as, 'PUT', `/${id}/teaching-address`, { location })).errors).toEqual([
        'applications.out_of_turn',
      ]);
    expect((await call('diver', 'PUT', `/${id}/teaching-address`, { location })).status).toBe(404);
  });

  it('records an audit entry when staff read it', async () => {
    const id = await createInState('MemberReview');
    for (const as of ['candidate', 'instructor', 'staff'] as const)
      expect((await call(as, 'GET', `/${id}/teaching-address`)).status).toBe(200);
    expect(await rows("select actor_affiliate_id as by from audit_entry where action = 'application.read'")).toEqual([
      { by: affiliateIdOf('staff') },
    ]);
  });
});
