import { beforeEach, describe, expect, it } from 'vitest';
import { applicationsOf } from '../../../app/applications-testing.ts';
import { testPortal } from '../../../app/testing.ts';

const portal = await testPortal();
const { call, certifyFor, clear } = applicationsOf(portal);

beforeEach(clear);

describe('the levels and their cards', () => {
  it('are listed for everybody who is signed in', async () => {
    for (const as of ['diver', 'store', 'staff'] as const)
      expect((await call(as, 'GET', '/types')).body).toEqual([
        { id: 1, name: 'divemaster' },
        { id: 2, name: 'instructor' },
      ]);
    expect((await call(null, 'GET', '/types')).status).toBe(401);
  });

  it('offer one’s own cards that fit, and nobody else’s', async () => {
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

  it('are unknown by another number', async () => {
    const answer = await call('candidate', 'GET', '/types/9/certification-cards');
    expect([answer.status, answer.errors]).toEqual([422, ['applications.unknown_type id']]);
  });
});
