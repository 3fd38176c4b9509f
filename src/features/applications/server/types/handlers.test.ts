import { beforeEach, describe, expect, it } from 'vitest';
import { createApplicationsFixture } from '#test/support/api/applications-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { OfferedType } from '#features/applications/shared/application.ts';

const portal = await testPortal();
const { call, rows, certifyFor, clear } = createApplicationsFixture(portal);

beforeEach(clear);

describe('application types and their cards', () => {
  it('lists the types for everyone who is signed in', async () => {
    for (const as of ['diver', 'store', 'staff'] as const)
      expect((await call(as, 'GET', '/types')).body).toMatchObject([
        { id: 1, name: 'divemaster' },
        { id: 2, name: 'instructor' },
      ]);
    expect((await call(null, 'GET', '/types')).status).toBe(401);
  });

  it.each<[string, number[], string[]]>([
    ['no card', [], ['divemaster']],
    ['an advanced card', [30], ['divemaster']],
    ['a divemaster’s card', [70], ['instructor']],
    ['an instructor’s card', [80], []],
  ])('offers types to holders of %s', async (_name, levels, offered) => {
    for (const level of levels) await certifyFor(level);
    const { body } = await call<OfferedType[]>('candidate', 'GET', '/types');
    expect(body.filter(({ isOffered }) => isOffered).map(({ name }) => name)).toEqual(offered);
  });

  it('offers no type to a minor', async () => {
    const { body } = await call<OfferedType[]>('minor', 'GET', '/types');
    expect(body.map(({ isOffered }) => isOffered)).toEqual([false, false]);
  });

  it('does not offer types for a revoked card', async () => {
    const licenseID = await certifyFor(70);
    await rows("update certification set revoked_at = now(), revoked_reason = 'x' where license_id = $1", [licenseID]);
    const { body } = await call<OfferedType[]>('candidate', 'GET', '/types');
    expect(body.map(({ isOffered }) => isOffered)).toEqual([true, false]);
  });

  it("lists only the user's own cards that fit", async () => {
    await certifyFor(40, 'diver');
    await certifyFor(10);
    const licenseID = await certifyFor(40);
    const { body } = await call<unknown[]>('candidate', 'GET', '/types/1/certification-cards');
    expect(body).toMatchObject([
      { place: 'advanced', name: 'Advanced', levels: [30], cards: [] },
      {
        place: 'rescue',
        name: 'Rescue',
        levels: [40],
        cards: [{ licenseID, outsideId: null, name: 'Rescue', number: String(licenseID), certDate: '2025-03-02' }],
      },
    ]);
  });

  it('returns an error for an unknown type', async () => {
    const answer = await call('candidate', 'GET', '/types/9/certification-cards');
    expect([answer.status, answer.errors]).toEqual([422, ['applications.unknown_type id']]);
  });
});
