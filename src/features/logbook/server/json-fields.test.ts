import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { documents } from '#features/logbook/web/graphql-documents.ts';
import {
  createLogbookFixture,
  createRecreationalLog,
  createTrainingLog,
  diver,
  instructor,
  student,
} from '#test/support/api/logbook-testing.ts';

const portal = await testPortal();
const { create, createTraining, reach, rows, clear } = createLogbookFixture(portal);

/** A directive makes the document take the ordinary path. */
const toOrdinary = (document: string) =>
  document.replace(/\b(diveLogs|diveLog|diveSites|diveLogCount|create\w+Log)\b(\([^)]*\))?/, '$1$2 @include(if: true)');

interface Answer {
  status: number;
  body: string;
}

async function send(email: string | null, document: string, variables: object): Promise<Answer> {
  const answer = await portal.graphql(email, document, variables);
  return { status: answer.statusCode, body: answer.body };
}

/** The answers of both paths, without the ids of the requests. */
async function sendBoth(person: { email: string } | null, document: string, variables: object = {}) {
  const ordinary = toOrdinary(document);
  expect(ordinary).not.toBe(document);
  const parse = ({ status, body }: Answer) => ({
    status,
    ...JSON.parse(body.replaceAll(/"correlationId":"[^"]*"/g, '"x":0')),
  });
  const fast = parse(await send(person?.email ?? null, document, variables));
  return { fast, ordinary: parse(await send(person?.email ?? null, ordinary, variables)) };
}

const ids: Record<string, string> = {};
beforeAll(async () => {
  await clear();
  const dive = async (name: string, changes: object) => {
    ids[name] = (await create(student, createRecreationalLog(changes))).data.id;
  };
  await dive('measured', {
    dive_date: '2026-03-01',
    typed: [{ field: 'max_depth', value: 61.5, unit: 'ft' }],
    experiences: [{ feeling: 'Great', notes: 'Quotes " and\nlines', buddies: ['Ana', 'Bo'], dive_center: null }],
  });
  await dive('draft', { status: 'Draft', dive_date: null, dive_title: '' });
  await dive('early', { dive_date: '2020-01-01', dive_title: 'Île d’Or 🐠' });
  for (const status of ['Pending', 'Verified', 'Returned'] as const) ids[status] = (await reach(status)).id;
  ids['training draft'] = (await createTraining(student, createTrainingLog({ status: 'Draft' }))).data.id;
  await rows(
    `insert into dive_photo (affiliate_id, log_id, file_key, thumb_key, width, height, position, caption)
     values ($1, $2, 'a', 'b', 4, 3, 2, 'Turtle'), ($1, $2, 'c', 'd', 8, 6, 1, '')`,
    [student.id, ids['measured']],
  );
});

describe('JSON from SQL', () => {
  it('is used for documents of signed-in people, however many others strangers have sent', async () => {
    for (let count = 0; count < 310; count++)
      expect((await send(null, `{ total${count}: diveLogCount diveLogs { total } }`, {})).status).toBe(401);
    await send(student.email, '{ diveLogs(limit: 7) { items { dive_location } } }', {});
    const statements = new Set<string>();
    // Each turn of the event loop asks another of the shared connections.
    for (let turn = 0; turn < 8; turn++) {
      const { rows: prepared } = await sql<{ statement: string }>`
        select statement from pg_prepared_statements where statement like '%json_agg(page)%'`.execute(
        portal.services.database.db,
      );
      for (const { statement } of prepared) statements.add(statement);
    }
    const selected = '(select "l"."dive_location" as "dive_location" from "dive_log"';
    expect([...statements].filter((statement) => statement.includes(selected))).toHaveLength(1);
  });

  it.each([
    ['a page', documents.page, {}],
    ['a filtered page', documents.page, { filter: { log_type: 'Training', drafts: false }, limit: 2 }],
    ['a later page by depth', documents.page, { sort: 'max_depth_desc', limit: 2, offset: 1 }],
    ['a search', documents.page, { filter: { search: 'ile' } }],
    ['an empty page', documents.page, { filter: { search: 'nothing' } }],
    [
      'aliases',
      '{ diveLogs(limit: 3) { rows: items { number: dive_number at: dive_date dive_number } count: total } }',
      {},
    ],
    ['only the total', '{ diveLogs { total } }', {}],
    ['part of a stored object', '{ diveLogs { items { id typed { value } } } }', {}],
    ['sites', documents.sites, { name: 'e' }],
    ['a count beside a page', '{ diveLogCount diveLogs { items { id } } bottomTimeSum }', {}],
  ])('equals the ordinary answer: %s', async (_name, document, variables) => {
    const { fast, ordinary } = await sendBoth(student, document, variables);
    expect(fast).toEqual(ordinary);
    expect(fast).toMatchObject({ status: 200, data: expect.any(Object) });
  });

  it.each(['measured', 'draft', 'early', 'Pending', 'Verified', 'Returned', 'training draft'])(
    'equals the ordinary answer for the diver and the instructor: %s dive',
    async (name) => {
      const variables = { id: ids[name] };
      for (const person of [student, instructor, diver]) {
        const { fast, ordinary } = await sendBoth(person, documents.log, variables);
        expect(fast).toEqual(ordinary);
      }
      expect((await sendBoth(student, documents.log, variables)).fast.data.diveLog.id).toBe(ids[name]);
    },
  );

  it('shows the instructor the deviations, which are not in SQL', async () => {
    const { fast } = await sendBoth(instructor, documents.log, { id: ids['Pending'] });
    expect(fast.data.diveLog.deviations.length).toBeGreaterThan(0);
  });

  it.each([
    ['without a session', null, documents.page, {}, 'session.missing'],
    ['for a page of no rows', student, documents.page, { limit: 0 }, 'request.invalid'],
    ['for an unknown dive', student, documents.log, { id: '999999999' }, 'not_found'],
    ['for a dive of another person', diver, documents.log, { id: 'measured' }, 'not_found'],
    ['for a text that cannot be stored', student, documents.sites, { name: 'a\0' }, 'request.invalid'],
    ['for a wrong type of variable', student, documents.page, { limit: 'x' }, 'request.malformed'],
    [
      'for an invalid new dive',
      student,
      documents.createRecreational,
      { general: createRecreationalLog({ dive_title: '' }) },
      'logbook.missing_title',
    ],
    [
      'for a new dive without a session',
      null,
      documents.createRecreational,
      { general: createRecreationalLog() },
      'session.missing',
    ],
  ] as const)('reports the same error %s', async (_name, person, document, variables, code) => {
    const known = 'id' in variables ? { ...variables, id: ids[variables.id] ?? variables.id } : variables;
    const { fast, ordinary } = await sendBoth(person, document, known);
    expect(fast).toEqual(ordinary);
    expect(fast.errors[0].extensions.code).toBe(code);
  });

  it('returns the selected fields of a new dive, and the same for a repeated key', async () => {
    const document = `mutation ($general: RecreationalLogInput!, $key: ID) {
      createRecreationalLog(general: $general, key: $key) { id dive_number title: dive_title depth_times { max_depth } } }`;
    const key = '1d0e5a6e-3b5c-4b0e-8f1e-0d8d8c1e5a02';
    const general = createRecreationalLog({ dive_date: '2019-01-01', dive_title: 'First of all' });
    const { fast, ordinary } = await sendBoth(diver, document, { general, key });
    expect(fast.data.createRecreationalLog).toMatchObject({ dive_number: 1, title: 'First of all' });
    expect(ordinary).toEqual(fast);
  });
});
