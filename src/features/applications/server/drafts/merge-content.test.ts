import { beforeEach, describe, expect, it } from 'vitest';
import {
  type ApplicationPersonName,
  createApplicationsFixture,
  affiliateIdOf,
  memberNumbers,
  exerciseScores,
} from '#test/support/api/applications-testing.ts';
import { affiliateType } from '#domain/roles.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { normalizeForSearch } from '#platform/shared/search-text.ts';

const portal = await testPortal();
const { call, rows, read, put, step, begin, certifyFor, fill, createInState, clear } =
  createApplicationsFixture(portal);

beforeEach(clear);

const rowOf = async (id: number) =>
  (await rows<{ row: Record<string, unknown> }>('select to_jsonb(a) as row from application a where id = $1', [id]))[0]
    ?.row;

describe('updating the content', () => {
  it('stores the submitted fields, leaves the others, and marks met requirements', async () => {
    const id = await begin();
    const { status, body } = await fill(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ version: 2, statement: 'I would like to lead dives.', exercises: exerciseScores(4) });
    expect(body.requirements.map(({ isMet }) => isMet)).toEqual(Array.from({ length: 8 }, () => true));
    const next = (await put(id, { statement: 'Shorter.' })).body;
    expect(next).toMatchObject({ version: 3, statement: 'Shorter.', firstAid: body.firstAid });
    expect(next.instructor?.name).toBe('Tomás Reyes');
    expect(next.certificationCards.map(({ place, name, certDate }) => [place, name, certDate])).toEqual([
      ['advanced', 'Advanced', '2025-03-02'],
      ['rescue', 'Rescue', '2025-06-02'],
    ]);
  });

  it('clears fields that are null', async () => {
    const id = await begin();
    await fill(id);
    const input = {
      memberNumber: null,
      storeNumber: null,
      certificationCards: { rescue: null },
      exercises: { swim_400: null },
    };
    const { body } = await put(id, input);
    expect([body.instructor, body.store]).toEqual([null, null]);
    expect(body.certificationCards.map(({ place }) => place)).toEqual(['advanced']);
    expect(Object.keys(body.exercises)).not.toContain('swim_400');
  });

  it.each<[string, object, number, string]>([
    ['oneself', { memberNumber: 990_009 }, 422, 'applications.own_instructor memberNumber'],
    ['an unknown instructor', { memberNumber: 123 }, 422, 'applications.unknown_instructor memberNumber'],
    [
      'an instructor who is not active',
      { memberNumber: memberNumbers.formerInstructor },
      422,
      'applications.unknown_instructor memberNumber',
    ],
    ['no store', { storeNumber: 100_001 }, 422, 'applications.unknown_store storeNumber'],
    [
      'another person’s card',
      { certificationCards: { rescue: { licenseID: 1 } } },
      422,
      'applications.unknown_card certificationCards.rescue',
    ],
    [
      'a card for a place that there is not',
      { certificationCards: { cave: null } },
      422,
      'applications.unknown_card certificationCards.cave',
    ],
    [
      'an outside card that is not there',
      { certificationCards: { rescue: { outsideId: crypto.randomUUID() } } },
      422,
      'applications.unknown_card certificationCards.rescue',
    ],
    [
      'an exercise that there is not',
      { exercises: { chess: { score: 3, isConfirmed: false } } },
      422,
      'applications.unknown_exercise exercises.chess',
    ],
    [
      'a score of six',
      { exercises: { swim_400: { score: 6, isConfirmed: false } } },
      400,
      'request.invalid exercises.swim_400.score',
    ],
    ['the instructor’s word', { recommendation: 'Very good.' }, 409, 'applications.out_of_turn recommendation'],
    [
      'a day that there is not',
      { firstAid: { date: '2026-02-30', provider: '', isElsewhere: false } },
      400,
      'request.invalid firstAid.date',
    ],
    ['a novel', { statement: 'x'.repeat(1001) }, 400, 'request.invalid statement'],
    ['a field that there is not', { state: 'Completed' }, 400, 'request.invalid state'],
  ])('rejects %s and stores nothing', async (_name, input, status, error) => {
    await rows(
      `update person set member_number = 990009, member_status = 'Active', affiliate_type_id = ${affiliateType.instructor}
       where affiliate_id = $1`,
      [affiliateIdOf('candidate')],
    );
    const id = await begin();
    const before = await rowOf(id);
    const answer = await put(id, { statement: 'Kept only with the rest.', ...input });
    await rows(
      `update person set member_number = null, member_status = null, affiliate_type_id = ${affiliateType.diver}
       where affiliate_id = $1`,
      [affiliateIdOf('candidate')],
    );
    expect([answer.status, answer.errors]).toEqual([status, [error]]);
    expect(await rowOf(id)).toEqual(before);
  });

  it('rejects a card of another level and a revoked card', async () => {
    const id = await begin();
    const openWater = await certifyFor(10);
    const error = ['applications.unknown_card certificationCards.rescue'];
    const pick = (licenseID: number) => put(id, { certificationCards: { rescue: { licenseID } } });
    expect((await pick(openWater)).errors).toEqual(error);
    const rescue = await certifyFor(40);
    await rows("update certification set revoked_at = now(), revoked_reason = 'x' where license_id = $1", [rescue]);
    expect((await pick(rescue)).errors).toEqual(error);
  });

  it('accepts one outside card for one place, but not for two', async () => {
    const id = await begin();
    const created = await portal.request('candidate@demo.test', 'POST', '/api/ecards/outside', {
      agency: 'Northern Circle',
      level: 'Rescue',
      number: 'N-1',
      certDate: null,
    });
    const pick = { outsideId: created.json<{ id: string }>().id };
    const error = (place: string) => [`applications.unknown_card certificationCards.${place}`];
    expect((await put(id, { certificationCards: { advanced: pick, rescue: pick } })).errors).toEqual(error('advanced'));
    expect((await put(id, { certificationCards: { advanced: pick } })).status).toBe(200);
    expect((await put(id, { certificationCards: { rescue: pick } })).errors).toEqual(error('rescue'));
    expect((await put(id, { certificationCards: { advanced: null, rescue: pick } })).status).toBe(200);
  });

  it('accepts an application as it was read, with changes', async () => {
    const id = await begin();
    await fill(id);
    const before = await read(id);
    expect((await put(id, before)).body).toMatchObject({ ...before, version: 3, updatedDate: expect.any(String) });
    const others = before.certificationCards.filter(({ place }) => place !== 'rescue');
    const instructor = { ...before.instructor, memberNumber: memberNumbers.otherInstructor };
    const { body } = await put(id, { ...(await read(id)), certificationCards: others, instructor, store: null });
    expect(body.certificationCards.map(({ place }) => place)).toEqual(['advanced']);
    expect([body.instructor?.memberNumber, body.store]).toEqual([memberNumbers.otherInstructor, null]);
  });

  it('accepts it from the instructor when only their own fields changed', async () => {
    const id = await createInState('MemberReview');
    const seen = await read(id, 'instructor');
    const { status, body } = await put(id, { ...seen, recommendation: 'Very good.' }, 'instructor');
    expect([status, body.recommendation, body.statement]).toEqual([200, 'Very good.', seen.statement]);
  });

  it('rejects changes based on an outdated version', async () => {
    const id = await begin();
    await put(id, { statement: 'From the phone.' });
    const late = await call('candidate', 'PUT', `/${id}`, { version: 1, statement: 'From the desk.' });
    expect([late.status, late.errors]).toEqual([409, ['applications.changed version']]);
    expect((await read(id)).statement).toBe('From the phone.');
  });

  it('accepts one of two concurrent updates', async () => {
    const id = await begin();
    const answers = await Promise.all(
      ['a', 'b'].map((statement) => call('candidate', 'PUT', `/${id}`, { version: 1, statement })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await read(id)).version).toBe(2);
  });

  it("ignores an applicant's confirmation, and drops the confirmation of a changed score", async () => {
    const id = await begin();
    await fill(id, { exercises: exerciseScores(4, true) });
    expect((await read(id)).exercises).toEqual(exerciseScores(4, false));
    await rows('update application set exercises = $2::jsonb where id = $1', [
      id,
      JSON.stringify(exerciseScores(4, true)),
    ]);
    const { body } = await put(id, { exercises: { ...exerciseScores(4), swim_400: { score: 5, isConfirmed: true } } });
    expect(body.exercises).toEqual({ ...exerciseScores(4, true), swim_400: { score: 5, isConfirmed: false } });
  });

  it('drops confirmations and the recommendation when another instructor is named', async () => {
    const id = await createInState('MemberReview');
    await put(id, { exercises: exerciseScores(4, true), recommendation: 'Very good.' }, 'instructor');
    await step('instructor', id, 'return', { reasons: [], note: 'One more thing.' });
    const { body } = await put(id, { memberNumber: memberNumbers.otherInstructor });
    expect([body.exercises, body.recommendation]).toEqual([exerciseScores(4, false), '']);
    expect((await call('instructor', 'GET', `/${id}`)).status).toBe(404);
  });

  it('lets a reviewing instructor confirm and recommend, and nothing else', async () => {
    const id = await createInState('MemberReview');
    const { body } = await put(id, { exercises: exerciseScores(5, true), recommendation: 'Very good.' }, 'instructor');
    expect([body.exercises, body.recommendation, body.role]).toEqual([
      exerciseScores(5, true),
      'Very good.',
      'instructor',
    ]);
    const others = {
      statement: 'x',
      memberNumber: memberNumbers.otherInstructor,
      storeNumber: null,
      certificationCards: { rescue: null },
      firstAid: { ...body.firstAid, provider: 'x' },
    };
    for (const [field, value] of Object.entries(others))
      expect((await put(id, { [field]: value }, 'instructor')).errors).toEqual([`applications.out_of_turn ${field}`]);
  });

  it.each<[ApplicationPersonName, 'SubmittedToInstructor' | 'MemberReview' | 'Returned' | 'SubmittedToAssociation']>([
    ['candidate', 'SubmittedToInstructor'],
    ['candidate', 'MemberReview'],
    ['candidate', 'SubmittedToAssociation'],
    ['instructor', 'SubmittedToInstructor'],
    ['instructor', 'Returned'],
    ['instructor', 'SubmittedToAssociation'],
    ['store', 'MemberReview'],
    ['staff', 'SubmittedToAssociation'],
  ])('is rejected for %s in state %s', async (as, state) => {
    const id = await createInState(state);
    const before = await rowOf(id);
    expect((await put(id, { exercises: exerciseScores(1) }, as)).errors).toEqual(['applications.out_of_turn']);
    expect(await rowOf(id)).toEqual(before);
  });

  it('makes it searchable by the names and numbers of everyone in it', async () => {
    const id = await begin();
    await fill(id);
    const text = async () => String((await rowOf(id))?.['search_text']);
    for (const word of [String(id), 'leilani kahale', '400006', 'tomas reyes', '100001', 'kelder bay', '20001'])
      expect(await text()).toContain(normalizeForSearch(word));
    await put(id, { memberNumber: memberNumbers.otherInstructor, storeNumber: null });
    expect(await text()).toContain('noor haddad');
    expect(await text()).not.toMatch(/tomas|kelder/);
  });
});
