import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFamilyFixture, familyIds } from '#test/support/api/family-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';

const portal = await testPortal();
const { rows, call, begin, read, addChild, audited } = createFamilyFixture(portal);
const { diver, ida, adaeze, instructor, store, staff } = familyIds;

beforeEach(begin);

const dives = async (email: string | null) =>
  (
    await portal.graphql(
      email,
      '{ familyDives { affiliate_id dives pending returned last { dive_title dive_date dive_location max_depth } } }',
    )
  ).json();
interface Courses {
  affiliateId: number;
  courses: { packageId: string; lessonsDone: number; lessonsTotal: number; next: { title: string } | null }[];
}
const courses = (by: number | null) => call<Courses[]>(by, 'GET', '/api/learning/v2/family');
const cards = (by: number | null) =>
  call<{ affiliateId: number; levelName: string }[]>(by, 'GET', '/api/ecards/family?culture=en-US');

describe('the family page', () => {
  it.each([
    ['an adult without children', diver],
    ['an instructor', instructor],
    ['a store', store],
    ['staff', staff],
  ])('is empty for %s', async (_who, by) => {
    expect((await read(by)).body).toEqual({
      isMinor: false,
      guardians: [],
      invites: [],
      inviting: 'self',
      children: [],
      removals: [],
    });
    expect([(await courses(by)).body, (await cards(by)).body]).toEqual([[], []]);
  });

  it('returns 401 without a session', async () => {
    const response = await call(null, 'GET', '/api/family/Family');
    expect([response.status, response.code]).toEqual([401, 'session.missing']);
    expect((await courses(null)).status).toBe(401);
    expect((await cards(null)).status).toBe(401);
    expect((await dives(null)).errors[0].extensions.code).toBe('session.missing');
  });

  it('shows each child, the oldest first', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-15T12:00:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    await addChild(adaeze);
    const { body } = await read(adaeze);
    expect(body.children.map(({ firstName, hasEmail }) => [firstName, hasEmail])).toEqual([
      ['Ida', true],
      ['Obi', false],
    ]);
    expect(body.children[0]).toMatchObject({ birthdate: '2014-03-09', age: 12, adultOn: '2032-03-09' });
  });

  it('audits one read for each child', async () => {
    const obi = await addChild(adaeze);
    await read(adaeze);
    await read(diver);
    const readings = await rows(
      "select actor_affiliate_id::int as actor, subject from audit_entry where action = 'family.read' order by seq desc limit 2",
    );
    expect(readings).toEqual([
      { actor: adaeze, subject: `person:${obi}` },
      { actor: adaeze, subject: `person:${ida}` },
    ]);
  });

  it('lists the courses of each child with the next lesson', async () => {
    const obi = await addChild(adaeze);
    // The demo's child has finished her course.
    await rows('delete from lesson_progress where affiliate_id = $1', [ida]);
    await rows('update enrollment set completed_at = null, last_lesson = null where affiliate_id = $1', [ida]);
    const { body } = await courses(adaeze);
    expect(body.map(({ affiliateId }) => affiliateId)).toEqual([ida, obi]);
    expect(body[0]?.courses.length).toBeGreaterThan(0);
    expect(body[0]?.courses[0]).toMatchObject({
      lessonsTotal: expect.any(Number),
      next: { title: expect.any(String) },
    });
    const own = await call<Courses['courses']>(ida, 'GET', `/api/learning/v2/entitlements/${ida}`);
    expect(body[0]?.courses).toEqual(own.body);
    expect(body[1]?.courses).toEqual([]);
  });

  it('returns the number of dives, the pending dives and the last dive', async () => {
    const { data } = await dives('guardian@demo.test');
    const [of] = await rows<{ dives: number; pending: number }>(
      `select count(*)::int as dives, count(*) filter (where status = 'Pending')::int as pending
       from dive_log where affiliate_id = $1 and deleted_at is null and status <> 'Draft'`,
      [ida],
    );
    expect(data.familyDives).toEqual([expect.objectContaining({ affiliate_id: ida, ...of })]);
    expect(data.familyDives[0].last === null).toBe(of?.dives === 0);
  });

  it('lists the children’s cards', async () => {
    const [level] = await rows<{ level_id: number }>('select level_id from certification limit 1');
    const [created] = await rows<{ license_id: number }>(
      `insert into certification (affiliate_id, level_id, cert_date, instructor_name, store_name, office)
       values ($1, $2, '2026-05-01', '', '', '') on conflict do nothing returning license_id`,
      [ida, level?.level_id],
    );
    const { body } = await cards(adaeze);
    expect(body.map(({ affiliateId }) => affiliateId)).toContain(ida);
    if (created) await rows('delete from certification where license_id = $1', [created.license_id]);
  });

  it('audits the courses list as a read of a minor’s data', async () => {
    const before = (await audited('entitlements.read')).length;
    await courses(adaeze);
    const entries = await audited('entitlements.read');
    expect(entries.length).toBe(before + 1);
    expect(entries.at(-1)).toMatchObject({ actor: adaeze, data: { relation: 'guardian', isMinor: true } });
  });

  it.each([
    ['a former guardian', 'delete from guardian_link'],
    [
      'the guardian of a person who has come of age',
      "update person set birthdate = '2000-01-01' where affiliate_id = 400003",
    ],
  ])('hides the child from %s', async (_who, change) => {
    await rows(change);
    expect((await read(adaeze)).body.children).toEqual([]);
    expect([(await courses(adaeze)).body, (await cards(adaeze)).body]).toEqual([[], []]);
    expect((await dives('guardian@demo.test')).data.familyDives).toEqual([]);
    await rows("update person set birthdate = '2014-03-09' where affiliate_id = $1", [ida]);
  });
});
