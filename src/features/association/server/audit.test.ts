import { beforeAll, describe, expect, it } from 'vitest';
import { createCertificationsFixture } from '#test/support/api/certifications-testing.ts';
import { demoAffiliateIds } from '#test/support/api/demo-people-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { findAuditProblems } from '#test/support/api/audit-testing.ts';
import { appendAudit, type AuditAction } from '#platform/server/observability/audit.ts';
import type { AuditEntry } from '#features/association/shared/contract.ts';

const portal = await testPortal();
const { call, rows } = createCertificationsFixture(portal);
const read = async (query = '') =>
  (await call<{ items: AuditEntry[]; hasMore: boolean; hasMoreMatches: boolean }>('staff', 'GET', `desk/audit${query}`))
    .body;
const actionsOf = async (query: string) => (await read(query)).items.map(({ action }) => action);
const countReadings = async () =>
  (await rows<{ count: number }>("select count(*)::int as count from audit_entry where action = 'audit.read'"))[0]
    ?.count;
/** Sample actions differ from those that the requests of this test record. */
const write = (entries: { actor: number | null; action: string; subject: string }[]) =>
  portal.services.database.inTransaction('a-test', async (db) => {
    for (const { action, ...entry } of entries)
      await appendAudit(db, { ...entry, action: action as AuditAction, data: { a: 1 }, correlationId: 'a-test' });
  });
const many = Array.from({ length: 120 }, (_, n) => ({
  actor: demoAffiliateIds.instructor,
  action: 'many.one',
  subject: `thing:${n}`,
}));

beforeAll(async () => {
  await write([
    { actor: demoAffiliateIds.guardian, action: 'test.begun', subject: `person:${demoAffiliateIds.minor}` },
    { actor: null, action: 'test.ended', subject: `person:${demoAffiliateIds.minor}` },
    { actor: demoAffiliateIds.staff, action: 'testing', subject: 'course:7' },
    ...many,
  ]);
});

describe('GET audit', () => {
  it('returns 403 to everyone but staff', async () => {
    for (const [as, status] of [
      [null, 401],
      ['diver', 403],
      ['instructor', 403],
      ['store', 403],
    ] as const)
      expect((await call(as, 'GET', 'desk/audit')).status).toBe(status);
  });

  it('returns the entries of a subject with names, newest first', async () => {
    const { items } = await read(`?subject=person:${demoAffiliateIds.minor}&action=test.`);
    expect(items).toMatchObject([
      { action: 'test.ended', actorId: null, actorName: null, subjectName: 'Ida Okafor' },
      {
        action: 'test.begun',
        actorId: demoAffiliateIds.guardian,
        actorName: 'Adaeze Okafor',
        subject: `person:${demoAffiliateIds.minor}`,
        data: { a: 1 },
        correlationId: 'a-test',
      },
    ]);
  });

  it('filters by action, action prefix and actor', async () => {
    expect(await actionsOf('?action=test.begun')).toEqual(['test.begun']);
    expect(await actionsOf('?action=test')).toEqual(['test.ended', 'test.begun']);
    expect(await actionsOf('?action=test.')).toEqual(['test.ended', 'test.begun']);
    expect(await actionsOf('?action=testing')).toEqual(['testing']);
    expect(await actionsOf('?action=tes')).toEqual([]);
    expect(await actionsOf(`?actorId=${demoAffiliateIds.guardian}&action=test`)).toEqual(['test.begun']);
    expect(
      await actionsOf(`?subject=person:${demoAffiliateIds.minor}&actorId=${demoAffiliateIds.guardian}&action=test`),
    ).toEqual(['test.begun']);
    expect(
      await actionsOf(`?subject=person:${demoAffiliateIds.minor}&actorId=${demoAffiliateIds.staff}&action=test`),
    ).toEqual([]);
    expect(await actionsOf('?subject=person:4000')).toEqual([]);
  });

  it('resolves the applicant of an application', async () => {
    const [row] = await rows<{ id: number }>(
      'insert into application (affiliate_id, type_id) values ($1, 99) returning id::int',
      [demoAffiliateIds.guardian],
    );
    await write([{ actor: demoAffiliateIds.guardian, action: 'application.begun', subject: `application:${row?.id}` }]);
    expect((await read(`?subject=application:${row?.id}`)).items).toMatchObject([{ subjectName: 'Adaeze Okafor' }]);
  });

  it('returns pages in one order for every filter', async () => {
    for (const query of ['?action=many', `?actorId=${demoAffiliateIds.instructor}&action=many`]) {
      const seqs: number[] = [];
      let page = await read(query);
      seqs.push(...page.items.map(({ seq }) => seq));
      while (page.hasMore) {
        page = await read(`${query}&before=${seqs.at(-1)}`);
        seqs.push(...page.items.map(({ seq }) => seq));
      }
      expect(seqs).toHaveLength(many.length);
      expect(seqs).toEqual([...new Set(seqs)].toSorted((one, other) => other - one));
    }
    const { items, hasMore } = await read();
    expect([items.length, hasMore]).toEqual([50, true]);
  });

  it('records each read, also of later pages', async () => {
    const before = (await countReadings()) ?? 0;
    const { items } = await read('?action=many');
    expect(items.some(({ action }) => action === 'audit.read')).toBe(false);
    await read(`?action=many&before=${items.at(-1)?.seq}`);
    await read(`?subject=person:${demoAffiliateIds.minor}&before=${Number.MAX_SAFE_INTEGER}`);
    expect(await countReadings()).toBe(before + 3);
    const [last, , first] = (await read('?action=audit')).items;
    expect(last).toMatchObject({
      data: { subject: `person:${demoAffiliateIds.minor}`, before: Number.MAX_SAFE_INTEGER },
    });
    expect(first).toMatchObject({
      actorId: demoAffiliateIds.staff,
      subject: 'audit',
      data: { subject: '', actorId: null, action: 'many', before: null },
    });
    expect(await findAuditProblems(portal.services)).toEqual([]);
  });

  it.each([
    ['?actorId=x', 'actorId'],
    ['?actorId=-1', 'actorId'],
    ['?before=0', 'before'],
    ['?before=1.5', 'before'],
    [`?subject=${'x'.repeat(101)}`, 'subject'],
    [`?action=${'x'.repeat(61)}`, 'action'],
    ['?pageSize=1000000', 'pageSize'],
  ])('returns 400 for %j and records nothing', async (query, path) => {
    const before = await countReadings();
    const { status, body } = await call('staff', 'GET', `desk/audit${query}`);
    expect([status, body.errors[0]?.path]).toEqual([400, path]);
    expect(await countReadings()).toBe(before);
  });

  it('returns nothing for an unknown or malformed subject', async () => {
    for (const subject of ['person:', 'person:99999999999999999999', 'application:x', "'; drop table person"])
      expect(await read(`?subject=${encodeURIComponent(subject)}`)).toMatchObject({ items: [], hasMore: false });
    await write([{ actor: null, action: 'odd', subject: 'person:99999999999999999999' }]);
    expect((await read('?action=odd')).items).toMatchObject([{ subjectName: null }]);
  });

  it('finds people and their applications by name', async () => {
    await write([{ actor: null, action: 'test.named', subject: `person:${demoAffiliateIds.diver}` }]);
    expect(await actionsOf('?subject=maren%20lind&action=test.')).toEqual(['test.named']);
    expect(await actionsOf('?subject=nobody%20at%20all&action=test.')).toEqual([]);
    const byGuardian = await read('?actorName=okafor%20ada&action=test.');
    expect(byGuardian.items.map(({ actorName }) => actorName)).toEqual(['Adaeze Okafor']);
    // The name itself is not recorded.
    const [entry] = await rows<{ data: object }>(
      "select data from audit_entry where action = 'audit.read' order by seq desc limit 1",
    );
    expect(entry?.data).toEqual({ subject: '', actorId: null, actorNameLength: 10, action: 'test.', before: null });
  });

  it('leaves out accesses on request', async () => {
    await read();
    expect((await actionsOf('')).slice(0, 1)).toEqual(['audit.read']);
    const changes = await actionsOf('?show=changes');
    expect(changes.length).toBeGreaterThan(0);
    expect(changes.filter((action) => /\.(read|queue_read|search)$/.test(action))).toEqual([]);
  });
});
