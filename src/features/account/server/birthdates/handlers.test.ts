import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { deleteOldBirthdateDocuments } from '#features/account/server/public.ts';

const portal = await testPortal();
const { services } = portal;
const { pool } = services.database;
const people = { diver: 400_001, student: 400_002, minor: 400_003, guardian: 400_004, staff: 400_008 };
type PersonName = keyof typeof people;
const rows = async <Row = Record<string, unknown>>(text: string, values: unknown[] = []) =>
  (await pool.query(text, values)).rows as Row[];
const birthdateOf = async (person: PersonName) =>
  (
    await rows<{ day: string }>('select birthdate::text as day from person where affiliate_id = $1', [people[person]])
  )[0]?.day;
const paper = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#ddd' } })
  .png()
  .toBuffer();

async function requestCorrection(
  by: PersonName | null,
  of: PersonName,
  birthDate: string,
  file: Buffer = paper,
  key: string = randomUUID(),
) {
  const form = new FormData();
  form.set('birthDate', birthDate);
  form.set('key', key);
  form.set('document', new Blob([new Uint8Array(file)]), 'document');
  const body = new Response(form);
  const answer = await portal.app.inject({
    method: 'POST',
    url: `/api/account/user/${people[of]}/birthdate-correction`,
    headers: {
      ...(await portal.headersOf(by === null ? null : `${by}@demo.test`)),
      'content-type': body.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  const json = answer.json();
  return { status: answer.statusCode, code: json.errors?.[0]?.code, body: json };
}
const call = async (
  by: PersonName | null,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
) => {
  const answer = await portal.request(by === null ? null : `${by}@demo.test`, method, `/api/account/${path}`, payload);
  const isJson = answer.headers['content-type']?.toString().includes('json');
  const body = isJson ? answer.json() : null;
  return { status: answer.statusCode, code: body?.errors?.[0]?.code, body, raw: answer.rawPayload };
};
const decide = (by: PersonName, id: string, decision: string) =>
  call(by, 'POST', `birthdate-corrections/${id}/decision`, { decision, reason: 'The passport shows it.' });

beforeEach(async () => {
  await rows('delete from birthdate_correction');
  await rows('delete from notification');
  await rows('delete from rate_counter');
  await rows('delete from guardian_link where affiliate_id <> $1', [people.minor]);
  await rows("update person set birthdate = '2014-03-09', birthdate_corrected_at = null where affiliate_id = $1", [
    people.minor,
  ]);
  await rows("update person set birthdate = '1987-05-21', birthdate_corrected_at = null where affiliate_id = $1", [
    people.diver,
  ]);
});

describe('a request to correct a birthdate', () => {
  it('changes nothing until staff approve it with a reason', async () => {
    const { status, body } = await requestCorrection('guardian', 'minor', '2013-03-09');
    expect([status, body]).toEqual([200, expect.objectContaining({ state: 'open', birthDate: '2013-03-09' })]);
    expect(await birthdateOf('minor')).toBe('2014-03-09');
    const queue = await call('staff', 'GET', 'birthdate-corrections');
    expect(queue.body).toMatchObject({
      total: 1,
      items: [{ affiliateId: people.minor, former: '2014-03-09', birthDate: '2013-03-09', makesAdult: false }],
    });
    expect((await call('staff', 'GET', `birthdate-corrections/${body.id}/document`)).raw.subarray(0, 2)).toEqual(
      Buffer.from([0xff, 0xd8]),
    );
    const { headers } = await portal.request(
      'staff@demo.test',
      'GET',
      `/api/account/birthdate-corrections/${body.id}/document`,
    );
    expect(headers['content-disposition']).toBe('attachment');
    expect((await decide('staff', body.id, 'approved')).status).toBe(200);
    expect(await birthdateOf('minor')).toBe('2013-03-09');
    expect((await decide('staff', body.id, 'declined')).code).toBe('account.correction_decided');
    const [entry] = await rows<{ data: object }>(
      "select data from audit_entry where action = 'birthdate.changed' order by seq desc limit 1",
    );
    expect(entry?.data).toEqual({
      relation: 'staff',
      formerBirthYear: 2014,
      birthYear: 2013,
      reason: 'The passport shows it.',
    });
  });

  it('is declined with a reason that the person reads', async () => {
    const { body } = await requestCorrection('diver', 'diver', '1988-05-21');
    await decide('staff', body.id, 'declined');
    expect(await birthdateOf('diver')).toBe('1987-05-21');
    const profile = await portal.request('diver@demo.test', 'GET', `/api/global/profiles/${people.diver}?profile=true`);
    expect(profile.json().profile).toMatchObject({
      birthdateAccess: 'locked',
      correction: { state: 'declined', reason: 'The passport shows it.' },
    });
  });

  it('returns 409 for a second open request, and the same request for a repeated key', async () => {
    const key = randomUUID();
    const first = await requestCorrection('diver', 'diver', '1988-05-21', paper, key);
    expect((await requestCorrection('diver', 'diver', '1988-05-21', paper, key)).body.id).toBe(first.body.id);
    expect((await requestCorrection('diver', 'diver', '1989-05-21')).code).toBe('account.correction_open');
    expect((await call('diver', 'DELETE', `user/${people.diver}/birthdate-correction`)).status).toBe(200);
    expect((await call('diver', 'DELETE', `user/${people.diver}/birthdate-correction`)).status).toBe(404);
    expect((await requestCorrection('diver', 'diver', '1989-05-21')).status).toBe(200);
  });

  it.each([
    ['another person', 'student', 'diver', 404],
    ['staff', 'staff', 'diver', 403],
    ['a visitor without a session', null, 'diver', 401],
  ] as const)('is rejected for %s', async (_who, by, of, status) => {
    expect((await requestCorrection(by, of, '1988-05-21')).status).toBe(status);
    expect(await rows('select from birthdate_correction')).toEqual([]);
  });

  it.each([
    ['the same date', '1987-05-21', paper, 422, 'account.correction_same'],
    ['an invalid date', '1987-13-01', paper, 400, 'request.invalid'],
    ['another kind of file', '1988-05-21', Buffer.from('GIF89a-nothing'), 415, 'account.document_type'],
  ])('rejects %s and stores nothing', async (_what, birthDate, file, status, code) => {
    const answer = await requestCorrection('diver', 'diver', birthDate, file);
    expect([answer.status, answer.code]).toEqual([status, code]);
    expect(await rows('select from birthdate_correction')).toEqual([]);
  });

  it('can be decided only by staff, and not by the clerk who requested it', async () => {
    const { body } = await requestCorrection('diver', 'diver', '1988-05-21');
    for (const by of ['diver', 'guardian', 'student'] as const) {
      expect((await decide(by, body.id, 'approved')).status).toBe(403);
      expect((await call(by, 'GET', `birthdate-corrections/${body.id}/document`)).status).toBe(403);
      expect((await call(by, 'GET', 'birthdate-corrections')).status).toBe(403);
    }
    await rows('update birthdate_correction set requested_by = $1', [people.staff]);
    expect((await decide('staff', body.id, 'approved')).code).toBe('account.own_birthdate');
    expect(await birthdateOf('diver')).toBe('1987-05-21');
  });

  it('loses its document 30 days after the decision', async () => {
    const { body } = await requestCorrection('diver', 'diver', '1988-05-21');
    const [{ key } = { key: '' }] = await rows<{ key: string }>('select file_key as key from birthdate_correction');
    const run = () =>
      deleteOldBirthdateDocuments.run(
        { services, database: services.database, log: portal.app.log, now: new Date(), isLastTry: false },
        {},
      );
    await decide('staff', body.id, 'declined');
    await run();
    expect(await rows('select file_key as key from birthdate_correction')).toEqual([{ key }]);
    await rows("update birthdate_correction set decided_at = now() - interval '31 days'");
    await run();
    expect(await rows('select file_key as key from birthdate_correction')).toEqual([{ key: null }]);
  });

  it('has its document encrypted at rest', async () => {
    await requestCorrection('diver', 'diver', '1988-05-21');
    const [{ key } = { key: '' }] = await rows<{ key: string }>('select file_key as key from birthdate_correction');
    const stored = await services.files.read(key);
    expect(stored?.subarray(0, 2)).not.toEqual(Buffer.from([0xff, 0xd8]));
  });
});

describe('within 24 hours of sign-up', () => {
  const update = (by: PersonName, of: PersonName, birthDate: string) =>
    portal.request(`${by}@demo.test`, 'PUT', `/api/account/user/update/${of}@demo.test`, {
      affiliateId: people[of],
      firstName: of === 'minor' ? 'Ida' : 'Maren',
      lastName: of === 'minor' ? 'Okafor' : 'Lindqvist',
      birthDate,
      gender: 'Female',
    });
  const signedUp = (person: PersonName, hours: number) =>
    rows('update person set created_at = now() - make_interval(hours => $2) where affiliate_id = $1', [
      people[person],
      hours,
    ]);

  it('lets a person correct the birthdate once', async () => {
    await signedUp('diver', 23);
    expect((await update('diver', 'diver', '1988-05-21')).statusCode).toBe(200);
    expect((await update('diver', 'diver', '1989-05-21')).statusCode).toBe(403);
    expect(await birthdateOf('diver')).toBe('1988-05-21');
    await signedUp('diver', 9_000);
  });

  it('rejects a birthdate that makes a minor an adult', async () => {
    await signedUp('minor', 1);
    for (const by of ['minor', 'guardian'] as const)
      expect((await update(by, 'minor', '2008-03-09')).statusCode).toBe(403);
    expect((await update('guardian', 'minor', '2013-03-09')).statusCode).toBe(200);
    await signedUp('minor', 9_000);
  });

  it('rejects a birthdate that makes a guardian a minor', async () => {
    await signedUp('guardian', 1);
    const answer = await portal.request('guardian@demo.test', 'PUT', '/api/account/user/update/guardian@demo.test', {
      affiliateId: people.guardian,
      firstName: 'Adaeze',
      lastName: 'Okafor',
      birthDate: '2015-01-01',
      gender: 'Female',
    });
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([409, 'account.birthdate_guardian']);
    await signedUp('guardian', 9_000);
  });
});

describe('POST user/{affiliateId}/birthdate', () => {
  const change = (by: PersonName, of: PersonName, body: object) =>
    call(by, 'POST', `user/${people[of]}/birthdate`, body);

  it('changes a birthdate with a reason', async () => {
    expect((await change('staff', 'diver', { birthDate: '1988-05-21' })).status).toBe(400);
    expect((await change('staff', 'diver', { birthDate: '1988-05-21', reason: 'Typo in the import.' })).status).toBe(
      200,
    );
    expect(await birthdateOf('diver')).toBe('1988-05-21');
    const notifications = await rows('select kind from notification where affiliate_id = $1', [people.diver]);
    expect(notifications).toEqual([{ kind: 'account.birthdate_changed' }]);
  });

  it('is rejected for the clerk’s own birthdate, and for anyone but staff', async () => {
    const body = { birthDate: '1988-05-21', reason: 'x' };
    expect((await change('staff', 'staff', body)).code).toBe('account.own_birthdate');
    expect((await change('diver', 'diver', body)).status).toBe(403);
    expect((await change('guardian', 'minor', body)).status).toBe(403);
  });
});
