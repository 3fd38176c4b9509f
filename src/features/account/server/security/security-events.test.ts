import { describe, expect, it } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import { demoAffiliateIds, emailOf, type DemoPersonName } from '#test/support/api/demo-people-testing.ts';
import { createSecurityEventsFixture } from '#test/support/api/security-events-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { pino } from 'pino';
import { deleteOldSecurityEvents } from '#platform/server/auth/security-events.ts';
import { endStaffSessions } from '#features/account/server/sessions/end-staff-sessions.ts';

const portal = await testPortal();
const { app, services } = portal;
const { pool } = services.database;

const listStored = createSecurityEventsFixture(portal);
const as = (name: DemoPersonName | null, method: 'GET' | 'POST', url: string, payload?: object) =>
  portal.request(emailOf(name), method, url, payload);

/** Opens the sign-in page and sends a password. */
async function signIn(email: string, password: string) {
  const cookies = new Map<string, string>();
  const visit = async (method: 'GET' | 'POST', url: string, payload?: object) => {
    const { pathname, search } = new URL(url, portal.env.BASE_URL);
    const answer = await app.inject({
      method,
      url: pathname + search,
      headers: { origin: portal.env.BASE_URL, accept: 'text/html' },
      cookies: Object.fromEntries(cookies),
      ...(payload && { payload }),
    });
    for (const { name, value } of answer.cookies) cookies.set(name, value);
    return answer;
  };
  let answer = await visit('GET', '/auth/start');
  answer = await visit('GET', String(answer.headers.location));
  const page = String(answer.headers.location);
  answer = await visit('POST', `${page}/sign-in`, { email, password });
  if (answer.statusCode !== 200) return answer;
  answer = await visit('GET', answer.json<{ redirectTo: string }>().redirectTo);
  while (answer.headers.location !== undefined && !String(answer.headers.location).startsWith('/training'))
    answer = await visit('GET', String(answer.headers.location));
  return answer;
}

describe('sign-ins', () => {
  it('are recorded with their session, which starts confirmed', async () => {
    await signIn('student@demo.test', 'Diver123');
    expect(await listStored()).toMatchObject([{ kind: 'sign_in.succeeded', affiliate_id: demoAffiliateIds.student }]);
    const { rows } = await pool.query(
      `select confirmed_at > now() - interval '1 minute' as "isConfirmed" from session
       where affiliate_id = $1 order by created_at desc limit 1`,
      [demoAffiliateIds.student],
    );
    expect(rows).toEqual([{ isConfirmed: true }]);
  });

  it('that fail are recorded for the person, or with a keyed hash if the address has no account', async () => {
    await signIn('student@demo.test', 'Wrong-1');
    await signIn('Nobody@Example.test', 'Wrong-1');
    await signIn('nobody@example.test', 'Wrong-1');
    const [known, first, second] = await listStored();
    expect(known).toMatchObject({ kind: 'sign_in.failed', affiliate_id: demoAffiliateIds.student, address_hash: null });
    expect(first).toMatchObject({ kind: 'sign_in.failed', affiliate_id: null });
    expect(first?.address_hash).toMatch(/^[\w-]{43}$/);
    expect(second?.address_hash).toBe(first?.address_hash);
    const { rows } = await pool.query<{ text: string }>('select security_log::text as text from security_log');
    expect(rows.some(({ text }) => text.toLowerCase().includes('nobody@'))).toBe(false);
  });
});

describe('rejected requests', () => {
  it('are counted per person, endpoint and hour', async () => {
    for (let index = 0; index < 5; index++) await as('diver', 'GET', '/api/desk/flags');
    await as('diver', 'GET', '/api/desk/counts');
    await as('student', 'GET', '/api/desk/flags');
    await listStored();
    await as('diver', 'GET', '/api/desk/flags');
    expect((await listStored()).toSorted((a, b) => b.count - a.count)).toMatchObject([
      { kind: 'call.refused', affiliate_id: demoAffiliateIds.diver, call: 'GET flags', count: 6 },
      { kind: 'call.refused', affiliate_id: demoAffiliateIds.diver, call: 'GET counts', count: 1 },
      { kind: 'call.refused', affiliate_id: demoAffiliateIds.student, call: 'GET flags', count: 1 },
    ]);
  });

  it('with another person’s affiliate id are counted for the token’s owner', async () => {
    const headers = await portal.headersOf('diver@demo.test');
    await app.inject({ url: '/api/dsd/GetCheckpointData', headers: { ...headers, 'affiliate-id': '400002' } });
    expect(await listStored()).toMatchObject([
      { kind: 'call.refused', affiliate_id: demoAffiliateIds.diver, count: 1 },
    ]);
  });

  it('with a forged token are counted separately from expired ones', async () => {
    const headers = await portal.headersOf('diver@demo.test');
    const forged = `${headers['authorization']?.slice(0, -8)}AAAAAAAA`;
    await app.inject({ url: '/api/desk/flags', headers: { ...headers, authorization: forged } });
    await app.inject({
      method: 'POST',
      url: '/api/graphql',
      headers: { ...headers, authorization: forged },
      payload: { query: '{ querySession { sub } }' },
    });
    const { token } = await services.tokens.mint(
      { sub: 'x', affiliateId: demoAffiliateIds.diver, affiliateTypeId: affiliateType.diver, sessionId: 'x' },
      -10,
    );
    await app.inject({ url: '/api/desk/flags', headers: { ...headers, authorization: `Bearer ${token}` } });
    expect(await listStored()).toMatchObject([
      { kind: 'token.forged', affiliate_id: null, count: 1 },
      { kind: 'token.forged', affiliate_id: null, count: 1 },
    ]);
  });

  it('from many networks are aggregated into few rows', async () => {
    const verify = async () => services.tokens.verify('a.b.c');
    const error = Object.assign(await verify().catch((thrown: unknown) => thrown as Error), {});
    const log = pino({ level: 'silent' });
    for (let index = 0; index < 3_000; index++)
      services.securityEvents.count(
        { ip: `10.${index >> 8}.${index & 255}.1`, id: 'x', headers: {}, log },
        'GET flags',
        null,
        error,
      );
    const rows = await listStored();
    expect(rows.length).toBeLessThanOrEqual(501);
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(3_000);
  });
});

describe('recent activity', () => {
  const url = (affiliateId: number, query = '') => `/api/account/user/${affiliateId}/activity${query}`;
  interface Page {
    items: { id: number; kind: string; ip: string; browser: string | null }[];
    hasMore: boolean;
  }

  it('lists the person’s events, newest first, in pages and with a truncated IP address', async () => {
    await pool.query(
      `insert into security_log (kind, affiliate_id, ip, user_agent)
       select 'sign_in.failed', $1, '203.0.113.77', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0' from generate_series(1, 25)`,
      [demoAffiliateIds.diver],
    );
    const first = (await as('diver', 'GET', url(demoAffiliateIds.diver))).json<Page>();
    expect(first.items).toHaveLength(20);
    expect(first.items[0]).toMatchObject({ kind: 'sign_in.failed', ip: '203.0.113.0', browser: 'Chrome' });
    const rest = (
      await as('diver', 'GET', url(demoAffiliateIds.diver, `?before=${first.items.at(-1)?.id}`))
    ).json<Page>();
    expect([first.hasMore, rest.items.length, rest.hasMore]).toEqual([true, 5, false]);
  });

  it('is allowed for a minor’s guardian, which is audited, and for no one else', async () => {
    await pool.query("insert into security_log (kind, affiliate_id) values ('sign_out', $1)", [demoAffiliateIds.minor]);
    const seen = (await as('guardian', 'GET', url(demoAffiliateIds.minor))).json<Page>();
    expect(seen.items.map(({ kind }) => kind)).toContain('sign_out');
    const { rowCount } = await pool.query("select from audit_entry where action = 'activity.read' and subject = $1", [
      `person:${demoAffiliateIds.minor}`,
    ]);
    expect(rowCount).toBe(1);
    expect((await as('student', 'GET', url(demoAffiliateIds.diver))).statusCode).toBe(404);
    expect((await as('staff', 'GET', url(demoAffiliateIds.diver))).statusCode).toBe(403);
    expect((await as(null, 'GET', url(demoAffiliateIds.diver))).statusCode).toBe(401);
    expect((await as('diver', 'GET', url(demoAffiliateIds.diver, '?before=x'))).statusCode).toBe(400);
  });

  it('covers 12 months, and a job deletes older events', async () => {
    await pool.query(
      `insert into security_log (kind, affiliate_id, occurred_at) values
       ('sign_out', $1, now() - interval '11 months'), ('sign_out', $1, now() - interval '13 months')`,
      [demoAffiliateIds.diver],
    );
    expect((await as('diver', 'GET', url(demoAffiliateIds.diver))).json<Page>().items).toHaveLength(1);
    await deleteOldSecurityEvents(services.database.db);
    expect(await listStored()).toHaveLength(1);
  });
});

describe('the desk', () => {
  const url = (query: string) => `/api/desk/security-events?${query}`;
  const kinds = async (query: string) =>
    (await as('staff', 'GET', url(query))).json<{ items: { kind: string }[] }>().items.map(({ kind }) => kind);

  it('finds events by person, address, kind and day, and reading is logged', async () => {
    await signIn('nobody@example.test', 'Wrong-1');
    await signIn('student@demo.test', 'Wrong-1');
    await pool.query(
      "insert into security_log (kind, affiliate_id, occurred_at) values ('sign_out', $1, '2026-02-03T10:00:00Z')",
      [demoAffiliateIds.student],
    );
    expect(await kinds(`affiliateId=${demoAffiliateIds.student}`)).toEqual(['sign_out', 'sign_in.failed']);
    expect(await kinds('email=NOBODY%40example.test')).toEqual(['sign_in.failed']);
    expect(await kinds('email=student%40demo.test&kind=sign_in.failed')).toEqual(['sign_in.failed']);
    expect(await kinds('day=2026-02-03')).toEqual(['sign_out']);
    const { rowCount } = await pool.query("select from audit_entry where action = 'security_events.read'");
    expect(rowCount).toBe(4);
  });

  it('is for staff only, and rejects bad input', async () => {
    expect((await as('diver', 'GET', url(''))).statusCode).toBe(403);
    expect((await as(null, 'GET', url(''))).statusCode).toBe(401);
    expect((await as('staff', 'GET', url('kind=nonsense'))).statusCode).toBe(400);
    expect((await as('staff', 'GET', url('day=2026-02-31'))).statusCode).toBe(400);
  });
});

describe('staff sessions', () => {
  const insert = (name: DemoPersonName, created: string, seen: string, hasSecondFactor = true) =>
    pool.query(
      `insert into session (affiliate_id, origin, secret_hash, user_agent, ip, created_at, last_seen_at, expires_at,
         has_second_factor)
       values ($1, 'sign-in', gen_random_uuid()::text, $2 || '/' || $3, '', now() - $2::interval, now() - $3::interval,
         now() + interval '30 days', $4)`,
      [demoAffiliateIds[name], created, seen, hasSecondFactor],
    );

  it('end after 30 idle minutes, after 12 hours and without a second factor; other people’s stay', async () => {
    await pool.query('delete from session');
    for (const name of ['staff', 'diver'] as const) {
      await insert(name, '1 hour', '10 minutes');
      await insert(name, '1 hour', '31 minutes');
      await insert(name, '2 hours', '1 minute', false);
      await insert(name, '12 hours 1 minute', '1 minute');
    }
    const ctx = { database: services.database, services, log: app.log, now: new Date(), isLastTry: false };
    await endStaffSessions.run(ctx, {});
    const { rows } = await pool.query<{ id: number; what: string }>(
      'select affiliate_id as id, user_agent as what from session where ended_at is null order by 1, 2',
    );
    expect(rows.filter(({ id }) => id === demoAffiliateIds.staff).map(({ what }) => what)).toEqual([
      '1 hour/10 minutes',
    ]);
    expect(rows.filter(({ id }) => id === demoAffiliateIds.diver)).toHaveLength(4);
  });
});
