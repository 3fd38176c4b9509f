import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type ApplicationPersonName,
  createApplicationsFixture,
  affiliateIdOf,
  memberNumbers,
} from '#test/support/api/applications-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { createJobContext } from '#features/account/server/personal-data/personal-data-testing.ts';
import { purgeDrafts } from './purge-drafts.ts';

const portal = await testPortal();
const { call, rows, read, begin, certifyFor, createInState, clear } = createApplicationsFixture(portal);

beforeEach(clear);

const count = async () => (await rows<{ n: number }>('select count(*)::int as n from application'))[0]?.n;
const rowOf = async (id: number) =>
  (await rows<{ row: Record<string, unknown> }>('select to_jsonb(a) as row from application a where id = $1', [id]))[0]
    ?.row;

describe('creating a draft', () => {
  it('returns a draft that only the applicant can read', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-15T12:00:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    const id = await begin();
    expect(await read(id)).toMatchObject({
      id,
      types: [{ id: 1, name: 'divemaster' }],
      levelID: 70,
      state: 'Draft',
      version: 1,
      role: 'applicant',
      instructor: null,
      store: null,
      applicant: { affiliateId: affiliateIdOf('candidate'), name: 'Leilani Kahale', age: 31 },
      fee: { amountMinor: 18_200, currency: 'USD' },
      firstAid: { date: null, provider: '', isElsewhere: false },
      teachingAddress: null,
      steps: [],
      signatures: [],
      proofs: [],
    });
    for (const other of ['instructor', 'store', 'staff', 'diver'] as const)
      expect((await call(other, 'GET', `/${id}`)).status).toBe(404);
  });

  it('returns the open draft for repeated and concurrent requests', async () => {
    const ids = await Promise.all([begin(), begin(), begin()]);
    expect(new Set(ids).size).toBe(1);
    expect(await count()).toBe(1);
  });

  it('creates another draft for another level, and a new one after a rejection', async () => {
    const first = await begin();
    expect(await begin('candidate', 2)).not.toBe(first);
    await rows("update application set state = 'Rejected', instructor_id = 400005 where id = $1", [first]);
    expect(await begin()).not.toBe(first);
  });

  it.each<[string, ApplicationPersonName, object, number, string]>([
    ['a level that cannot be applied for', 'candidate', { typeId: 9 }, 422, 'applications.unknown_type typeId'],
    ['a twelve-year-old', 'minor', { typeId: 1 }, 422, 'applications.too_young typeId'],
    ['a store', 'store', { typeId: 1 }, 403, 'access.denied'],
    ['staff', 'staff', { typeId: 1 }, 403, 'access.denied'],
    ['a type that is no number', 'candidate', { typeId: 'x' }, 400, 'request.invalid typeId'],
  ])('is rejected for %s and stores nothing', async (_name, as, body, status, error) => {
    const answer = await call(as, 'POST', '', body);
    expect([answer.status, answer.errors]).toEqual([status, [error]]);
    expect(await count()).toBe(0);
  });

  it('is rejected when the level is already held, unless it was revoked', async () => {
    const licenseID = await certifyFor(70);
    expect((await call('candidate', 'POST', '', { typeId: 1 })).errors).toEqual(['applications.has_level']);
    expect(await count()).toBe(0);
    await rows("update certification set revoked_at = now(), revoked_reason = 'x' where license_id = $1", [licenseID]);
    expect(await begin()).toBeGreaterThan(0);
  });

  it('is allowed without a birthdate, which is then required', async () => {
    await rows('update person set birthdate = null where affiliate_id = $1', [affiliateIdOf('candidate')]);
    const { requirements } = await read(await begin());
    await rows("update person set birthdate = '1995-07-17' where affiliate_id = $1", [affiliateIdOf('candidate')]);
    expect(requirements[0]).toMatchObject({ id: 'age', isMet: false, problem: 'birthdate_missing' });
  });
});

describe('reading an application', () => {
  it('includes people only when they are requested', async () => {
    const id = await createInState('SubmittedToInstructor');
    const plain = (await call('candidate', 'GET', `/${id}`)).body;
    expect(plain.applicant).toMatchObject({
      affiliateId: affiliateIdOf('candidate'),
      name: null,
      email: null,
      age: null,
    });
    expect(plain.instructor).toMatchObject({ memberNumber: memberNumbers.instructor, name: null });
    expect(plain.store).toMatchObject({ storeNumber: 20_001, name: null });
    const one = (await call('candidate', 'GET', `/${id}?expandInstructor=true`)).body;
    expect([one.instructor?.name, one.instructor?.memberStatus, one.store?.name]).toEqual([
      'Tomás Reyes',
      'Active',
      null,
    ]);
    expect((await call('candidate', 'GET', `/${id}?expandStore=true`)).body.store?.name).toBe('Kelder Bay Diving');
    expect((await call('candidate', 'GET', `/${id}?expandStore=perhaps`)).errors).toEqual([
      'request.invalid expandStore',
    ]);
  });

  it.each<[ApplicationPersonName, string | null]>([
    ['candidate', 'applicant'],
    ['instructor', 'instructor'],
    ['store', 'store'],
    ['staff', 'staff'],
    ['otherInstructor', null],
    ['diver', null],
    ['guardian', null],
  ])('gives %s the role %s', async (as, role) => {
    const id = await createInState('SubmittedToInstructor');
    const { status, body } = await call(as, 'GET', `/${id}`);
    expect([status, body.role]).toEqual(role === null ? [404, undefined] : [200, role]);
    expect((await call(as, 'GET', `/${id}/fees`)).status).toBe(status);
    expect((await call(as, 'GET', `/${id}/teaching-address`)).status).toBe(status);
  });

  it("hides the applicant's contact details from a store", async () => {
    const id = await createInState('SubmittedToInstructor');
    expect((await read(id, 'store')).applicant).toMatchObject({ name: 'Leilani Kahale', email: null, city: null });
    expect((await read(id, 'instructor')).applicant.email).toBe('candidate@demo.test');
  });

  it('records an audit entry for staff only', async () => {
    const id = await createInState('SubmittedToAssociation');
    const readings = () =>
      rows("select actor_affiliate_id as by, subject from audit_entry where action = 'application.read'");
    const before = (await readings()).length;
    await read(id, 'instructor');
    await read(id, 'candidate');
    expect(await readings()).toHaveLength(before);
    await read(id, 'staff');
    expect((await readings()).slice(before)).toEqual([
      { by: affiliateIdOf('staff'), subject: `person:${affiliateIdOf('candidate')}` },
    ]);
  });

  it('names the deciding clerk only to staff', async () => {
    const id = await createInState('PaymentDue');
    const namesFor = async (as: ApplicationPersonName) => (await read(id, as)).steps.map(({ byName }) => byName);
    expect(await namesFor('candidate')).toEqual(['Leilani Kahale', 'Tomás Reyes', 'Tomás Reyes', null]);
    expect(await namesFor('instructor')).toEqual(await namesFor('candidate'));
    expect((await namesFor('staff')).at(-1)).toBe('Priya Raman');
  });

  it('refreshes the stored facts that lists are evaluated by', async () => {
    const id = await createInState('SubmittedToInstructor');
    await rows("update application set facts = '{}' where id = $1", [id]);
    await read(id, 'instructor');
    expect((await rowOf(id))?.['facts']).toMatchObject({ birthdate: '1995-07-17', dives: { total: 60, verified: 3 } });
  });

  it('returns 404 for an unknown id', async () => {
    expect((await call('candidate', 'GET', '/abc')).errors).toEqual(['request.invalid id']);
    expect((await call('candidate', 'GET', '/999999999')).status).toBe(404);
    expect((await call(null, 'GET', '/10001')).status).toBe(401);
  });
});

describe('deleting a draft', () => {
  it('can be undone for a day', async () => {
    const id = await begin();
    expect((await call('candidate', 'DELETE', `/${id}`)).status).toBe(200);
    expect((await call('candidate', 'GET', `/${id}`)).status).toBe(404);
    expect((await call('candidate', 'DELETE', `/${id}`)).status).toBe(200);
    expect((await call('diver', 'POST', `/${id}/restore`)).status).toBe(404);
    expect((await call('candidate', 'POST', `/${id}/restore`)).status).toBe(200);
    expect((await read(id)).state).toBe('Draft');
    expect((await call('candidate', 'POST', `/${id}/restore`)).status).toBe(404);
    await rows("update application set deleted_at = now() - interval '25 hours' where id = $1", [id]);
    expect((await call('candidate', 'POST', `/${id}/restore`)).status).toBe(404);
  });

  it("can't be undone once another draft was created", async () => {
    const id = await begin();
    await call('candidate', 'DELETE', `/${id}`);
    const next = await begin();
    expect((await call('candidate', 'POST', `/${id}/restore`)).errors).toEqual(['applications.out_of_turn']);
    expect((await read(next)).state).toBe('Draft');
  });

  it.each(['SubmittedToInstructor', 'Returned', 'Rejected'] as const)('is not possible in state %s', async (state) => {
    const id = await createInState(state);
    for (const as of ['candidate', 'instructor', 'staff'] as const)
      expect((await call(as, 'DELETE', `/${id}`)).errors).toEqual(['applications.out_of_turn']);
    expect((await read(id)).state).toBe(state);
  });

  it('is permanent after a day', async () => {
    const [old, fresh, remaining] = [await begin(), await begin('candidate', 2), await begin('diver')];
    await rows("update application set deleted_at = now() - interval '25 hours' where id = $1", [old]);
    await rows("update application set deleted_at = now() - interval '23 hours' where id = $1", [fresh]);
    await purgeDrafts.run(createJobContext(portal), {});
    expect((await rows<{ id: number }>('select id from application order by id')).map(({ id }) => Number(id))).toEqual([
      fresh,
      remaining,
    ]);
  });
});

describe('the fee', () => {
  it("is the level's fee, and fixed from the approval on", async () => {
    const id = await createInState('PaymentDue');
    // Digital goods are untaxed in the United States.
    const untaxed = { taxMinor: 0, isTaxIncluded: false, needsCountry: false, needsBirthdate: false };
    const feeOf = async () => (await call<{ data: unknown }>('candidate', 'GET', `/${id}/fees`)).body;
    expect(await feeOf()).toEqual({ data: { fee: { amountMinor: 18_200, currency: 'USD', ...untaxed } } });
    await rows("update application set fee_minor = 17000, currency = 'EUR' where id = $1", [id]);
    expect(await feeOf()).toEqual({ data: { fee: { amountMinor: 17_000, currency: 'EUR', ...untaxed } } });
    expect((await read(id)).fee).toEqual({ amountMinor: 17_000, currency: 'EUR', ...untaxed });
  });
});
