import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import { getCourse, createLearningFixture, createCorrectSteps } from '#test/support/api/learning-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { Db } from '#platform/server/db/database.ts';
import {
  enrollByOrder,
  restoreCodes,
  grantCodes,
  revokeCodes,
  revokeCourse,
} from '#features/learning/server/public.ts';
import { enrollmentTables } from './withdraw-course.ts';

const portal = await testPortal();
const { services } = portal;
const { database } = services;
const learning = createLearningFixture(portal);
const packageId = 'deep';
let count = 0;

/** A certified diver, because the course requires it. */
async function newDiver(): Promise<{ id: number; email: string }> {
  const id = 510_001 + count++;
  const email = `learner${id}@demo.test`;
  await database.pool.query(
    `insert into person (affiliate_id, sub, email, given_name, family_name, affiliate_type_id)
     values ($1, $2, $3, 'Ida', 'Holm', ${affiliateType.diver})`,
    [id, randomUUID(), email],
  );
  await database.pool.query(
    "insert into certification (affiliate_id, level_id, cert_date) values ($1, 10, '2024-05-01')",
    [id],
  );
  return { id, email };
}

const createContext = (db: Db) => ({ services, db, correlationId: 'test', now: new Date() });
const within = <Result>(work: (context: ReturnType<typeof createContext>) => Promise<Result>) =>
  database.inTransaction('test', (db) => work(createContext(db)));
const buy = (affiliateId: number) => within((tx) => enrollByOrder(tx, { affiliateId, packageId }));
const takeBack = (affiliateId: number) => within((tx) => revokeCourse(tx, affiliateId, packageId));

/** Returns all stored rows of a person in the course, without the grant date. */
async function listStoredRows(affiliateId: number): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {};
  for (const table of ['enrollment', ...enrollmentTables]) {
    const { rows } = await database.pool.query(
      `select to_jsonb(t) - 'granted_at' as row from ${table} t
      where affiliate_id = $1 and package_id = $2 order by 1`,
      [affiliateId, packageId],
    );
    all[table] = rows.map(({ row }) => row);
  }
  return all;
}

describe('enrollByOrder', () => {
  it('enrolls the buyer once', async () => {
    const { id } = await newDiver();
    expect([await buy(id), await buy(id)]).toEqual([true, false]);
    expect((await listStoredRows(id))['enrollment']).toMatchObject([{ source: 'order', lessons_total: 9 }]);
  });

  it('returns false for a course that is no longer taught', async () => {
    const { id } = await newDiver();
    expect(await within((tx) => enrollByOrder(tx, { affiliateId: id, packageId: 'gone' }))).toBe(false);
  });

  it('restores progress when a withdrawn course is bought again', async () => {
    const person = await newDiver();
    const { id } = person;
    await buy(id);
    const [first, ...others] = learning.lessonsOf(packageId);
    const steps = [first ?? '', ...others.slice(0, 2)].flatMap((lesson) => createCorrectSteps(packageId, lesson));
    expect((await learning.save(person, packageId, steps)).status).toBe(200);
    await learning.take(person, packageId, { kind: 'review', section: getCourse(packageId).sections[0]?.id });
    await database.pool.query(
      `insert into skill_sign_off (affiliate_id, package_id, skill, signed_on, signed_by, signed_name, member_number)
       values ($1, $2, 'buddy_check', '2026-01-01', 400005, 'Idris', 100001)`,
      [id, packageId],
    );
    const before = await listStoredRows(id);
    for (const table of ['lesson_progress', 'lesson_answer', 'course_attempt', 'skill_sign_off'])
      expect(before[table], table).not.toEqual([]);
    expect(await takeBack(id)).toBe(true);
    expect(Object.values(await listStoredRows(id)).flat()).toEqual([]);
    expect(await takeBack(id)).toBe(false);
    expect(await buy(id)).toBe(true);
    expect(await listStoredRows(id)).toEqual(before);
    expect((await database.pool.query('select from withdrawn_course where affiliate_id = $1', [id])).rowCount).toBe(0);
  });

  it('keeps completed courses and courses from other sources when revoked', async () => {
    const [done, redeemer] = [await newDiver(), await newDiver()];
    await buy(done.id);
    await buy(redeemer.id);
    await database.pool.query('update enrollment set completed_at = now() where affiliate_id = $1', [done.id]);
    await database.pool.query(`update enrollment set source = 'code' where affiliate_id = $1`, [redeemer.id]);
    expect([await takeBack(done.id), await takeBack(redeemer.id)]).toEqual([false, false]);
  });

  it('archives every table that references the enrollment', async () => {
    const { rows } = await database.pool.query<{ name: string }>(`
      select conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'enrollment'::regclass order by 1`);
    expect(rows.map(({ name }) => name)).toEqual([...enrollmentTables].toSorted());
  });
});

describe('grantCodes', () => {
  const grant = (holder: number, number: number) =>
    within((tx) => grantCodes(tx, { holder, packageId, memberNumber: null, storeNumber: 20_001 }, number));
  const redeem = (email: string, code: string | undefined) =>
    portal.request(email, 'POST', `/api/certifications/codes/${code}/redeem`, {});

  it('creates the paid number of codes, each for one enrollment with the store', async () => {
    const [buyer, diver] = [await newDiver(), await newDiver()];
    const codes = await grant(buyer.id, 20);
    expect(new Set(codes).size).toBe(20);
    expect((await redeem(diver.email, codes[7])).statusCode).toBe(200);
    expect((await listStoredRows(diver.id))['enrollment']).toMatchObject([{ source: 'code', store_number: 20_001 }]);
  });

  it('are revoked unless they were redeemed', async () => {
    const [buyer, diver, late] = [await newDiver(), await newDiver(), await newDiver()];
    const codes = await grant(buyer.id, 3);
    await redeem(diver.email, codes[1]);
    expect(await within((tx) => revokeCodes(tx, codes))).toEqual([codes[0], codes[2]]);
    expect((await redeem(late.email, codes[0])).json().errors[0].code).toBe('226');
    expect((await listStoredRows(diver.id))['enrollment']).toHaveLength(1);
    expect(await within((tx) => revokeCodes(tx, codes))).toEqual([]);
  });

  it('can be restored after they were revoked, unless they were redeemed', async () => {
    const [buyer, diver, late] = [await newDiver(), await newDiver(), await newDiver()];
    const codes = await grant(buyer.id, 2);
    await redeem(diver.email, codes[1]);
    await within((tx) => revokeCodes(tx, codes));
    await within((tx) => restoreCodes(tx, codes));
    expect((await redeem(late.email, codes[1])).json().errors[0].code).toBe('226');
    expect((await redeem(late.email, codes[0])).statusCode).toBe(200);
  });
});
