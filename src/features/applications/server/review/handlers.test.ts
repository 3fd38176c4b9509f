import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createApplicationsFixture,
  drawnStrokes,
  affiliateIdOf,
  memberNumbers,
  exerciseScores,
  drawnSignature,
} from '#test/support/api/applications-testing.ts';
import { isoDay } from '#test/support/api/certifications-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';

const portal = await testPortal();
const { call, rows, read, put, step, begin, certifyFor, dive, fill, confirm, createInState, clear } =
  createApplicationsFixture(portal);

beforeEach(clear);

const stored = () =>
  rows(`select a.id, a.state, a.version, (select count(*)::int from application_step) as steps,
    (select count(*)::int from application_signature) as signatures,
    (select count(*)::int from notification) as notifications from application a order by id`);

describe('submitting to the instructor', () => {
  it('signs, moves to the instructor and adds a step', async () => {
    const id = await begin();
    await fill(id);
    const { status, body } = await step('candidate', id, 'submit-to-member');
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'SubmittedToInstructor', version: 3, role: 'applicant', reasons: [] });
    expect(body.signatures).toEqual([
      {
        role: 'applicant',
        name: 'Leilani Kahale',
        method: 'drawn',
        strokes: drawnStrokes,
        typedName: null,
        signedDate: body.stateDate,
      },
    ]);
    expect(body.steps).toEqual([
      {
        action: 'submit',
        toState: 'SubmittedToInstructor',
        byRole: 'applicant',
        byName: 'Leilani Kahale',
        note: '',
        reasons: [],
        date: body.stateDate,
      },
    ]);
    expect((await read(id, 'instructor')).role).toBe('instructor');
  });

  it('accepts a typed name and stores the signature encrypted', async () => {
    const id = await begin();
    await fill(id);
    const typed = { method: 'typed', typedName: 'leilani kahale', isAcknowledged: true };
    const { body } = await step('candidate', id, 'submit-to-member', { signature: typed });
    expect(body.signatures).toMatchObject([{ method: 'typed', typedName: 'leilani kahale', strokes: null }]);
    const [row] = await rows<{ text: string; digest: string }>(
      'select s::text as text, digest from application_signature s',
    );
    expect(row?.text.toLowerCase()).not.toContain('kahale');
    expect(row?.digest).toMatch(/^[\w-]{43}$/);
  });

  it('lists every missing requirement and stores nothing', async () => {
    const id = await begin();
    await dive(39, ['deep']);
    await put(id, {
      memberNumber: memberNumbers.instructor,
      firstAid: { date: isoDay(-800), provider: 'Red Cross', isElsewhere: false },
    });
    await dive(0);
    const before = await stored();
    const { status, body } = await step('candidate', id, 'submit-to-member');
    expect(status).toBe(422);
    expect(body.errors.map(({ code, path, message }) => [code, path, message])).toEqual(
      [
        ['card_advanced', 'card_missing'],
        ['card_rescue', 'card_missing'],
        ['first_aid', 'too_old'],
        ['medical', 'proof_missing'],
        ['dive_kinds', 'kinds_missing'],
      ].map((open) => ['applications.incomplete', ...open]),
    );
    expect(await stored()).toEqual(before);
  });

  it('is rejected with 39 dives and accepted with 40', async () => {
    const id = await begin();
    await fill(id);
    await rows(
      `delete from dive_log where id in (select id from dive_log where affiliate_id = $1 and status = 'Logged'
      order by id limit 21)`,
      [affiliateIdOf('candidate')],
    );
    expect((await step('candidate', id, 'submit-to-member')).errors).toEqual(['applications.incomplete dives']);
    await dive(1);
    expect((await step('candidate', id, 'submit-to-member')).body.state).toBe('SubmittedToInstructor');
  });

  it('rejects an applicant younger than 18 on that day', async () => {
    const id = await begin();
    await fill(id);
    await rows('update person set birthdate = $2 where affiliate_id = $1', [
      affiliateIdOf('candidate'),
      isoDay(-17 * 365),
    ]);
    const { errors } = await step('candidate', id, 'submit-to-member');
    await rows("update person set birthdate = '1995-07-17' where affiliate_id = $1", [affiliateIdOf('candidate')]);
    expect(errors).toEqual(['applications.incomplete age']);
  });

  it.each<[string, object, number, string]>([
    [
      'no acknowledgement',
      { signature: { ...drawnSignature, isAcknowledged: false } },
      422,
      'applications.not_acknowledged signature.isAcknowledged',
    ],
    [
      'a dot',
      { signature: { ...drawnSignature, strokes: [[1, 1, 2, 2]] } },
      422,
      'applications.signature_too_small signature.strokes',
    ],
    [
      'no strokes',
      { signature: { method: 'drawn', isAcknowledged: true } },
      422,
      'applications.signature_too_small signature.strokes',
    ],
    [
      'another name',
      { signature: { method: 'typed', typedName: 'Tomás Reyes', isAcknowledged: true } },
      422,
      'applications.name_differs signature.typedName',
    ],
    [
      'no name',
      { signature: { method: 'typed', isAcknowledged: true } },
      422,
      'applications.name_differs signature.typedName',
    ],
    ['an older version', { version: 1 }, 409, 'applications.changed version'],
    ['no key', { key: undefined }, 400, 'request.invalid key'],
    ['a key that is none', { key: 'x' }, 400, 'request.invalid key'],
  ])('is rejected with %s and stores nothing', async (_name, input, status, error) => {
    const id = await begin();
    await fill(id);
    const before = await stored();
    const answer = await step('candidate', id, 'submit-to-member', input);
    expect([answer.status, answer.errors]).toEqual([status, [error]]);
    expect(await stored()).toEqual(before);
  });

  it('requires an instructor who is still active', async () => {
    const id = await begin();
    await fill(id, { memberNumber: null });
    const error = ['applications.unknown_instructor memberNumber'];
    expect((await step('candidate', id, 'submit-to-member')).errors).toEqual(error);
    await put(id, { memberNumber: memberNumbers.instructor });
    await rows("update person set member_status = 'Inactive' where affiliate_id = $1", [affiliateIdOf('instructor')]);
    expect((await step('candidate', id, 'submit-to-member')).errors).toEqual(error);
    expect((await read(id)).state).toBe('Draft');
  });

  it('is rejected when the level was obtained in another way', async () => {
    const id = await begin();
    await fill(id);
    await certifyFor(70);
    expect((await step('candidate', id, 'submit-to-member')).errors).toEqual(['applications.has_level']);
  });

  it('submits once when repeated with the same key, with another key, or at the same moment', async () => {
    const id = await begin();
    await fill(id);
    const { version } = await read(id);
    const submit = (key: string) =>
      call('candidate', 'POST', `/${id}/submit-to-member`, { key, version, signature: drawnSignature });
    const key = randomUUID();
    const answers = await Promise.all([submit(key), submit(key), submit(randomUUID())]);
    expect(answers.map(({ status, body }) => [status, body.state])).toEqual(
      Array.from({ length: 3 }, () => [200, 'SubmittedToInstructor']),
    );
    expect(await stored()).toMatchObject([{ version: 3, steps: 1, signatures: 1, notifications: 1 }]);
    await step('instructor', id, 'open');
    await step('instructor', id, 'return', { reasons: [], note: 'Please look again.' });
    // A late repeat of the first request does not submit it again.
    expect((await submit(key)).body.state).toBe('Returned');
  });

  it('rejects the key of another step', async () => {
    const id = await begin();
    await fill(id);
    const key = randomUUID();
    await step('candidate', id, 'submit-to-member', { key });
    const answer = await step('candidate', id, 'withdraw', { key });
    expect([answer.status, answer.errors]).toEqual([400, ['request.invalid key']]);
    expect((await read(id)).state).toBe('SubmittedToInstructor');
  });
});

describe('reviewing', () => {
  it('starts with opening it and keeps the waiting time', async () => {
    const id = await createInState('SubmittedToInstructor');
    const { stateDate } = await read(id);
    const { body } = await step('instructor', id, 'open');
    expect([body.state, body.stateDate]).toEqual(['MemberReview', stateDate]);
    expect((await step('instructor', id, 'open')).body.state).toBe('MemberReview');
    expect((await read(id)).steps.map(({ action }) => action)).toEqual(['submit', 'open']);
  });

  it('ends when the applicant withdraws, whichever comes first', async () => {
    const id = await createInState('SubmittedToInstructor');
    const [withdrawn, opened] = await Promise.all([step('candidate', id, 'withdraw'), step('instructor', id, 'open')]);
    const { state, steps } = await read(id);
    expect([withdrawn.status, state]).toEqual([200, 'Draft']);
    expect(steps.map(({ action }) => action)).toEqual(
      opened.status === 200 ? ['submit', 'open', 'withdraw'] : ['submit', 'withdraw'],
    );
    expect((await call('instructor', 'GET', `/${id}`)).status).toBe(404);
  });

  it('can move to another instructor after a withdrawal', async () => {
    const id = await createInState('SubmittedToInstructor');
    const { body } = await step('candidate', id, 'withdraw');
    expect([body.state, body.signatures]).toEqual(['Draft', []]);
    expect((await call('instructor', 'GET', `/${id}`)).status).toBe(404);
    await put(id, { memberNumber: memberNumbers.otherInstructor });
    await step('candidate', id, 'submit-to-member');
    expect((await read(id, 'otherInstructor')).role).toBe('instructor');
  });

  it('gives another instructor access only once it is submitted to them, also after a return', async () => {
    const id = await createInState('Returned');
    const statusOf = async (as: 'instructor' | 'otherInstructor') => (await call(as, 'GET', `/${id}`)).status;
    const listed = async () => (await call<{ total: number }>('otherInstructor', 'GET', '/assigned')).body.total;
    const before = await listed();
    await put(id, { memberNumber: memberNumbers.otherInstructor });
    expect([await statusOf('instructor'), await statusOf('otherInstructor'), await listed()]).toEqual([
      404,
      404,
      before,
    ]);
    await put(id, { statement: 'Another word.' });
    expect(await statusOf('otherInstructor')).toBe(404);
    await step('candidate', id, 'submit-to-member');
    expect([await statusOf('otherInstructor'), await listed()]).toEqual([200, before + 1]);
  });

  it('returns it with reasons by field, which remain until it is submitted again', async () => {
    const id = await createInState('MemberReview');
    const reasons = [
      { field: 'dives', reason: 'Log the one of May.' },
      { field: 'teaching_address', reason: 'Where will it be?' },
    ];
    const { body } = await step('instructor', id, 'return', { reasons, note: 'Nearly there.' });
    expect(body).toMatchObject({ state: 'Returned', reasons });
    expect(body.steps.at(-1)).toMatchObject({
      action: 'return',
      note: 'Nearly there.',
      reasons,
      byName: 'Tomás Reyes',
    });
    const resubmitted = (await step('candidate', id, 'submit-to-member')).body;
    expect([resubmitted.state, resubmitted.reasons]).toEqual(['SubmittedToInstructor', []]);
    expect(resubmitted.signatures).toHaveLength(1);
    expect(resubmitted.steps.map(({ action }) => action)).toEqual(['submit', 'open', 'return', 'submit']);
  });

  it.each<[string, object, number, string]>([
    ['no reason', { reasons: [] }, 422, 'applications.reason_missing reasons'],
    [
      'an unknown field',
      {
        reasons: [
          { field: 'dives', reason: 'x' },
          { field: 'shoes', reason: 'x' },
        ],
      },
      422,
      'applications.unknown_field reasons.1.field',
    ],
    ['an empty reason', { reasons: [{ field: 'dives', reason: ' ' }] }, 400, 'request.invalid reasons.0.reason'],
    ['an older version', { reasons: [], note: 'x', version: 1 }, 409, 'applications.changed version'],
  ])('does not return it with %s', async (_name, input, status, error) => {
    const id = await createInState('MemberReview');
    const before = await stored();
    const answer = await step('instructor', id, 'return', input);
    expect([answer.status, answer.errors]).toEqual([status, [error]]);
    expect(await stored()).toEqual(before);
  });

  it('requires a new signature of the current content each time', async () => {
    const id = await createInState('Returned');
    await put(id, { statement: 'With the dive of May.' });
    await step('candidate', id, 'submit-to-member');
    const digests = await rows<{ digest: string }>('select digest from application_signature order by signed_at');
    expect(digests).toHaveLength(2);
    expect(new Set(digests.map(({ digest }) => digest)).size).toBe(2);
  });
});

describe('sending to the association', () => {
  it('signs for the instructor, in addition to the applicant', async () => {
    const id = await createInState('MemberReview');
    await confirm(id);
    const { body } = await step('instructor', id, 'submit-to-association');
    expect([body.state, body.signatures.map(({ role, name }) => [role, name])]).toEqual([
      'SubmittedToAssociation',
      [
        ['applicant', 'Leilani Kahale'],
        ['instructor', 'Tomás Reyes'],
      ],
    ]);
    expect((await read(id, 'staff')).signatures).toHaveLength(2);
  });

  it('has stricter requirements: 60 dives, every exercise confirmed, 15 points', async () => {
    const id = await createInState('MemberReview');
    const before = await stored();
    expect((await step('instructor', id, 'submit-to-association')).body.errors).toMatchObject([
      { code: 'applications.incomplete', path: 'exercises', message: 'scores_unconfirmed' },
    ]);
    expect(await stored()).toEqual(before);
    await put(id, { exercises: exerciseScores(2, true) }, 'instructor');
    await rows(
      "delete from dive_log where id in (select id from dive_log where status = 'Logged' and affiliate_id = $1 limit 1)",
      [affiliateIdOf('candidate')],
    );
    const response = await step('instructor', id, 'submit-to-association');
    expect(response.body.errors.map(({ path, message }) => [path, message])).toEqual([
      ['dives', 'too_few'],
      ['exercises', 'points_missing'],
    ]);
  });

  it("is rejected for inactive instructors and with the applicant's name", async () => {
    const id = await createInState('MemberReview');
    await confirm(id);
    const typed = { signature: { method: 'typed', typedName: 'Leilani Kahale', isAcknowledged: true } };
    expect((await step('instructor', id, 'submit-to-association', typed)).errors).toEqual([
      'applications.name_differs signature.typedName',
    ]);
    await rows("update person set member_status = 'Inactive' where affiliate_id = $1", [affiliateIdOf('instructor')]);
    const { version } = await read(id);
    const paths = ['', '/fees', '/teaching-address', `/proofs/${randomUUID()}`];
    const requests = [
      ...paths.map((path) => call('instructor', 'GET', `/${id}${path}`)),
      call('instructor', 'PUT', `/${id}`, { version, recommendation: 'Take her.' }),
      step('instructor', id, 'open'),
      step('instructor', id, 'return', { reasons: [], note: 'Look again.' }),
      step('instructor', id, 'submit-to-association'),
    ];
    for (const { errors } of await Promise.all(requests)) expect(errors).toEqual(['not_found']);
    expect((await call<{ total: number }>('instructor', 'GET', '/assigned')).body).toEqual({ items: [], total: 0 });
    expect(await read(id)).toMatchObject({ state: 'MemberReview', version });
  });

  it('is sent once when repeated', async () => {
    const id = await createInState('MemberReview');
    await confirm(id);
    const answers = await Promise.all([1, 2, 3].map(() => step('instructor', id, 'submit-to-association')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [counted] = await rows("select count(*)::int as n from application_step where action = 'send'");
    expect(counted).toEqual({ n: 1 });
  });
});
