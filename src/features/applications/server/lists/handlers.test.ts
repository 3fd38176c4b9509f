import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type ApplicationPersonName,
  createApplicationsFixture,
  affiliateIdOf,
} from '#test/support/api/applications-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { affiliateType } from '#domain/roles.ts';
import type { ApplicationRow } from '#features/applications/shared/application.ts';
import { applicationStates } from '#features/applications/shared/steps.ts';
import { getAssignedShape, getQueueShape, listPage } from './queries.ts';

const portal = await testPortal();
const { services } = portal;
const { call, rows, step, begin, createInState, clear } = createApplicationsFixture(portal);
const firstApplicant = 600_001;

interface Page {
  items: ApplicationRow[];
  total: number;
}
const list = async (as: ApplicationPersonName | null, path: string) => call<Page>(as, 'GET', path);
const idsOf = async (as: ApplicationPersonName, path: string) => (await list(as, path)).body.items.map(({ id }) => id);

interface Made {
  state?: string;
  days?: number;
  instructorId?: number;
  storeId?: number | null;
  search?: string;
}
let count = 0;
/** Creates a person with an application. */
async function make({ state = 'SubmittedToAssociation', days = 1, search = '', ...who }: Made = {}): Promise<number> {
  const affiliateId = firstApplicant + count++;
  await rows(
    `insert into person (affiliate_id, sub, given_name, family_name, affiliate_type_id)
     values ($1, $2, 'Noa', $3, ${affiliateType.diver})`,
    [affiliateId, randomUUID(), `Berg ${affiliateId}`],
  );
  const [row] = await rows<{ id: number }>(
    `insert into application (affiliate_id, type_id, state, instructor_id, store_id, search_text, fee_minor, currency,
       license_id, state_at)
     values ($1, 1, $2, $3, $4, $5, 1, 'USD', 1, now() - make_interval(days => $6)) returning id`,
    [affiliateId, state, who.instructorId ?? affiliateIdOf('instructor'), who.storeId ?? null, search, days],
  );
  return Number(row?.id);
}

beforeEach(clear);

describe('GET Applications', () => {
  it("lists only the user's own applications with current requirements, newest first", async () => {
    await make();
    const first = await begin('candidate', 1);
    const second = await begin('candidate', 2);
    const own = (await call<ApplicationRow[]>('candidate', 'GET', '')).body;
    expect(own.map(({ id }) => id)).toEqual([second, first]);
    expect(own[1]).toMatchObject({
      types: [{ id: 1, name: 'divemaster' }],
      state: 'Draft',
      applicantId: affiliateIdOf('candidate'),
      applicantName: 'Leilani Kahale',
      instructorName: null,
      memberNumber: null,
    });
    expect(own[1]?.met[0]).toBe(true);
    await call('candidate', 'DELETE', `/${second}`);
    expect((await call<ApplicationRow[]>('candidate', 'GET', '')).body).toHaveLength(1);
    expect((await call<ApplicationRow[]>('diver', 'GET', '')).body).toEqual([]);
    expect((await call(null, 'GET', '')).status).toBe(401);
  });
});

describe('GET Applications/assigned', () => {
  it('lists applications naming the instructor, without drafts, newest first', async () => {
    const old = await make({ state: 'MemberReview', days: 5 });
    const young = await make({ state: 'Completed', days: 1 });
    await make({ state: 'Draft' });
    await make({ instructorId: affiliateIdOf('otherInstructor') });
    expect((await list('instructor', '/assigned')).body).toMatchObject({ total: 2 });
    expect(await idsOf('instructor', '/assigned')).toEqual([young, old]);
    expect(await idsOf('otherInstructor', '/assigned')).toHaveLength(1);
  });

  it('lists applications naming the store', async () => {
    const id = await make({ storeId: affiliateIdOf('store') });
    await make();
    expect(await idsOf('store', '/assigned')).toEqual([id]);
  });

  it.each([
    [
      'all',
      [
        'Completed',
        'MemberReview',
        'PaymentDue',
        'Rejected',
        'Returned',
        'SubmittedToAssociation',
        'SubmittedToInstructor',
      ],
    ],
    ['to_review', ['MemberReview', 'SubmittedToInstructor']],
    ['returned', ['Returned']],
    ['at_association', ['PaymentDue', 'SubmittedToAssociation']],
    ['done', ['Completed', 'Rejected']],
  ])('filters by %s', async (show, states) => {
    for (const state of applicationStates) await make({ state });
    const { items, total } = (await list('instructor', `/assigned?show=${show}`)).body;
    expect(items.map(({ state }) => state).toSorted()).toEqual(states);
    expect(total).toBe(states.length);
  });

  it('is paged', async () => {
    const ids = [await make({ days: 1 }), await make({ days: 2 }), await make({ days: 3 })];
    expect(await idsOf('instructor', '/assigned?Page=1&PageSize=2')).toEqual(ids.slice(0, 2));
    expect((await list('instructor', '/assigned?Page=2&PageSize=2')).body).toMatchObject({
      items: [{ id: ids[2] }],
      total: 3,
    });
    expect((await list('instructor', '/assigned?Page=9')).body).toEqual({ items: [], total: 3 });
    for (const bad of ['PageSize=1000000', 'PageSize=0', 'Page=0', 'Page=x', 'show=mine', 'what=x'])
      expect((await list('instructor', `/assigned?${bad}`)).errors[0]).toMatch(/^request.invalid /);
  });

  it.each(['diver', 'candidate', 'staff'] as const)('is empty or rejected for a %s', async (person) => {
    expect((await list(person, '/assigned')).errors).toEqual(['access.denied']);
  });
});

describe('GET Applications/desk', () => {
  it('is only for staff', async () => {
    for (const path of ['/desk', '/desk/counts?since=2026-01-01T00:00:00Z'])
      for (const person of ['diver', 'candidate', 'instructor', 'store'] as const)
        expect((await list(person, path)).errors).toEqual(['access.denied']);
    expect((await list(null, '/desk')).status).toBe(401);
  });

  it('sorts open queues oldest first and finished ones newest first', async () => {
    const [a, b, c] = [await make({ days: 2 }), await make({ days: 9 }), await make({ days: 5 })];
    expect(await idsOf('staff', '/desk')).toEqual([b, c, a]);
    const [d, e] = [await make({ state: 'Completed', days: 4 }), await make({ state: 'Rejected', days: 2 })];
    expect(await idsOf('staff', '/desk?queue=done')).toEqual([e, d]);
    const due = await make({ state: 'PaymentDue' });
    const back = await make({ state: 'Returned' });
    expect(await idsOf('staff', '/desk?queue=payment')).toEqual([due]);
    expect(await idsOf('staff', '/desk?queue=returned')).toEqual([back]);
    for (const state of ['Draft', 'SubmittedToInstructor', 'MemberReview']) await make({ state });
    expect((await list('staff', '/desk')).body.total).toBe(3);
  });

  it('names the people and evaluates the facts stored at the last read', async () => {
    const id = await createInState('SubmittedToAssociation');
    const [row] = (await list('staff', '/desk')).body.items;
    expect(row).toMatchObject({
      id,
      applicantName: 'Leilani Kahale',
      instructorName: 'Tomás Reyes',
      memberNumber: 100_001,
      storeName: 'Kelder Bay Diving',
      storeNumber: 20_001,
    });
    expect([row?.met.every((isMet) => isMet), row?.open]).toEqual([true, []]);
    await rows(`update application set facts = jsonb_set(facts, '{medical,date}', '"2024-01-01"') where id = $1`, [id]);
    const [later] = (await list('staff', '/desk')).body.items;
    expect(later?.open).toMatchObject([{ id: 'medical', problem: 'too_old' }]);
    // Finished applications are evaluated as of the day they ended.
    await rows(
      `update application set state = 'Rejected', state_at = '2024-02-01',
         facts = jsonb_set(facts, '{firstAid,date}', '"2023-11-01"') where id = $1`,
      [id],
    );
    const [over] = (await list('staff', '/desk?queue=done')).body.items;
    expect(over?.open).toEqual([]);
  });

  it('omits requirements when no facts are stored yet', async () => {
    await make();
    expect((await list('staff', '/desk')).body.items[0]?.met).toEqual([]);
  });

  it.each([
    ['tomas', 1],
    ['TOMÁS  kahale', 1],
    ['kelder', 1],
    ['100001', 1],
    ['leilani nobody', 0],
    ['l%i', 0],
    ['_', 0],
    ['le', 1],
    [' ', 2],
    [`o'ma`, 0],
  ])('finds %j in %d applications', async (search, found) => {
    await createInState('SubmittedToAssociation');
    await make({ search: 'somebody else 77' });
    const { items, total } = (await list('staff', `/desk?search=${encodeURIComponent(search)}`)).body;
    expect([items.length, total]).toEqual([found, found]);
  });

  it('finds a person by their current name', async () => {
    const id = await createInState('SubmittedToAssociation');
    const rename = (firstName: string) =>
      portal.request('candidate@demo.test', 'PUT', '/api/account/user/update/candidate@demo.test', {
        affiliateId: affiliateIdOf('candidate'),
        firstName,
        middleName: '',
        lastName: 'Kahale',
        birthDate: '1995-07-17',
        gender: null,
      });
    expect((await rename('Noelani')).statusCode).toBe(200);
    expect(await idsOf('staff', '/desk?search=noelani')).toEqual([id]);
    expect(await idsOf('staff', '/desk?search=leilani')).toEqual([]);
    // The other people in it are still found.
    expect(await idsOf('staff', `/desk?search=${id} 400006 tomas kelder 20001`)).toEqual([id]);
    await rename('Leilani');
    expect(await idsOf('staff', '/desk?search=leilani')).toEqual([id]);
  });

  it('finds an application by its number, with paged results', async () => {
    const id = await createInState('SubmittedToAssociation');
    expect(await idsOf('staff', `/desk?search=${id}`)).toEqual([id]);
    expect(await idsOf('instructor', `/assigned?search=${id}&PageSize=1`)).toEqual([id]);
    expect((await list('staff', `/desk?search=${id}&Page=2&PageSize=1`)).body).toEqual({ items: [], total: 1 });
  });
});

describe('GET Applications/desk/counts', () => {
  const counts = async (as: ApplicationPersonName = 'staff', since = new Date(Date.now() - 60_000).toISOString()) =>
    (await call<Record<string, number>>(as, 'GET', `/desk/counts?since=${since}`)).body;

  it('counts each queue', async () => {
    for (const state of applicationStates) await make({ state });
    await make();
    expect(await counts()).toEqual({ waiting: 2, payment: 1, returned: 1, clearedToday: 0 });
  });

  it("counts the clerk's own cleared applications without undone decisions", async () => {
    const id = await createInState('SubmittedToAssociation');
    const key = randomUUID();
    await step('staff', id, 'approve', { key });
    expect((await counts()).clearedToday).toBe(1);
    await step('staff', id, 'undo', { of: key });
    expect((await counts()).clearedToday).toBe(0);
    await step('staff', id, 'reject', { note: 'Not now.' });
    expect((await counts()).clearedToday).toBe(1);
    expect((await counts('otherStaff')).clearedToday).toBe(0);
    expect((await counts('staff', new Date(Date.now() + 60_000).toISOString())).clearedToday).toBe(0);
  });

  it('requires a start time', async () => {
    for (const query of ['', '?since=today'])
      expect((await list('staff', `/desk/counts${query}`)).errors).toEqual(['request.invalid since']);
  });
});

describe('with many applications', () => {
  it('reads pages and counts from an index', async () => {
    await rows(
      `insert into person (affiliate_id, sub, given_name, family_name) select n, gen_random_uuid(), 'Noa', 'Berg'
       from generate_series(700001, 704000) n`,
    );
    await rows(
      `insert into application (affiliate_id, type_id, state, instructor_id, search_text, fee_minor, currency, license_id, state_at, facts)
       select n, 1, case when n % 40 = 1 then 'SubmittedToAssociation' else 'Completed' end,
         case when n % 40 = 0 then $1::bigint else 700001 + (n + 7) % 400 end, 'noa berg ' || n, 1, 'USD', 1, now() - make_interval(mins => n),
         jsonb_build_object('what is known', repeat(md5(n::text), 25))
       from generate_series(700001, 704000) n`,
      [affiliateIdOf('instructor')],
    );
    await rows('vacuum analyze application');
    const explain = async (list: ReturnType<typeof getQueueShape>, person: number | null) => {
      const page = listPage({ ...list, isUsualSize: true });
      const client = await services.database.pool.connect();
      try {
        await client.query('set plan_cache_mode = force_generic_plan');
        await client.query(`prepare looked_at as ${page.text}`);
        const parameters = page.toValues({ person, size: 100, offset: 0 }).join(', ');
        const { rows: plan } = await client.query<{ 'QUERY PLAN': string }>(`explain execute looked_at(${parameters})`);
        return plan.map((line) => line['QUERY PLAN']).join('\n');
      } finally {
        await client.query('deallocate looked_at; reset plan_cache_mode');
        client.release();
      }
    };
    const queue = await explain(getQueueShape('waiting'), null);
    const done = await explain(getQueueShape('done'), null);
    const own = await explain(getAssignedShape('professional', 'all'), affiliateIdOf('instructor'));
    expect(queue.match(/using application_queue/g)).toHaveLength(2);
    expect(own.match(/(using|on) application_instructor/g)).toHaveLength(2);
    for (const plan of [queue, own]) expect(plan).not.toContain('Seq Scan on application');
    expect(done).toContain('Index Scan using application_done');
  });
});
