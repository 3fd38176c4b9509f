import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { cardDay } from '#test/support/api/certifications-testing.ts';
import { getCourse } from '#test/support/api/learning-testing.ts';
import { demoAffiliateIds, type DemoPersonName } from '#test/support/api/demo-people-testing.ts';
import { createReadinessFixture } from '#test/support/api/readiness-testing.ts';
import { course } from '#test/support/api/learner-record-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { Readiness } from '#features/certifications/shared/readiness-contract.ts';

getCourse(course);
const portal = await testPortal();
const { call, rows, photograph, audited, dive, signForms, learn, signSkills, begin } = createReadinessFixture(portal);

beforeEach(begin);

describe('POST certify/class', () => {
  it('certifies the ready students and returns what the others lack', async () => {
    await learn();
    await signSkills();
    await dive([1, 2, 3, 4]);
    await signForms();
    await photograph('student');
    const list = await call<{ items: Readiness[] }>('instructor', 'GET', 'ecards/readiness/class?packageId=open-water');
    expect(list.body.items.filter(({ isReady }) => isReady).map(({ affiliateId }) => affiliateId)).toEqual([
      demoAffiliateIds.student,
    ]);
    const certifyClass = (as: DemoPersonName, ids: number[]) =>
      call<{ certified: { affiliateId: number }[]; open: { affiliateId: number; missing: unknown[] }[] }>(
        as,
        'POST',
        'ecards/certify/class',
        {
          packageId: 'open-water',
          certDate: cardDay(-1),
          students: ids.map((affiliateId) => ({ affiliateId, levelID: 10 })),
        },
      );
    expect((await certifyClass('candidate', [demoAffiliateIds.student])).status).toBe(404);
    const { status, body } = await certifyClass('instructor', [demoAffiliateIds.student, demoAffiliateIds.guardian]);
    expect(status).toBe(200);
    expect(body.certified).toMatchObject([{ affiliateId: demoAffiliateIds.student }]);
    expect(body.open).toMatchObject([{ affiliateId: demoAffiliateIds.guardian }]);
    expect(await rows('select affiliate_id::int as id from certification')).toEqual([{ id: demoAffiliateIds.student }]);
  });

  it('requires a photo confirmation per student and audits it', async () => {
    await learn();
    await signSkills();
    await dive([1, 2, 3, 4]);
    await signForms();
    await photograph('student', 'pending');
    const shown = async () =>
      (
        await call<{ items: Readiness[] }>('instructor', 'GET', 'ecards/readiness/class?packageId=open-water')
      ).body.items.find(({ affiliateId }) => affiliateId === demoAffiliateIds.student)?.photoId;
    const send = (confirmPhotoId?: string | null) =>
      call<{ certified: unknown[]; open: { missing: { kind: string }[] }[] }>(
        'instructor',
        'POST',
        'ecards/certify/class',
        {
          packageId: 'open-water',
          certDate: cardDay(-1),
          students: [{ affiliateId: demoAffiliateIds.student, levelID: 10, confirmPhotoId }],
        },
      );
    for (const without of [undefined, randomUUID()]) {
      const { certified, open } = (await send(without)).body;
      expect([certified, open.flatMap(({ missing }) => missing.map(({ kind }) => kind))]).toEqual([
        [],
        ['photo_confirmation'],
      ]);
    }
    expect((await send(await shown())).body).toMatchObject({
      certified: [{ affiliateId: demoAffiliateIds.student }],
      open: [],
    });
    expect(await audited('photo.confirmed')).toBeDefined();
  });
});

describe('GET readiness/class', () => {
  it('returns everyone who may be ready on the first page, and the others in pages', async () => {
    await rows(
      `insert into person (affiliate_id, sub, email, given_name, family_name)
       select 940000 + n, gen_random_uuid(), 'class-' || n || '@demo.test', 'Aaron', 'Student ' || n
       from generate_series(1, 300) n`,
    );
    // The last 30 have completed a part elsewhere.
    await rows(
      `insert into enrollment (affiliate_id, package_id, source, enrolled_at, lessons_total, member_number)
       select 940000 + n, 'open-water', 'code', now(), 60, 100001 from generate_series(1, 300) n`,
    );
    await rows(
      `insert into outside_training (affiliate_id, package_id, part, trained_on, place, instructor_number, entered_by)
       select 940000 + n, 'open-water', 'lessons', current_date, 'Elsewhere', '7', 940000 + n from generate_series(271, 300) n`,
    );
    const readPage = async (query: string) =>
      (
        await call<{ total: number; items: Readiness[] }>(
          'instructor',
          'GET',
          `ecards/readiness/class?packageId=open-water${query}`,
        )
      ).body;
    const first = await readPage('');
    const ids = first.items.map(({ affiliateId }) => affiliateId);
    expect(ids).toHaveLength(20);
    while (ids.length < first.total) {
      const { total, items } = await readPage(`&limit=50&offset=${ids.length}`);
      expect(total).toBe(first.total);
      expect(items.length).toBeGreaterThan(0);
      ids.push(...items.map(({ affiliateId }) => affiliateId));
    }
    expect(new Set(ids).size).toBe(first.total);
    // Those who may be ready come first, however many there are.
    expect(ids.slice(0, 30)).toEqual(Array.from({ length: 30 }, (_, place) => 940_271 + place));
    expect(ids).toContain(demoAffiliateIds.student);
    expect(first.total).toBeGreaterThanOrEqual(301);
    for (const table of ['outside_training', 'enrollment'])
      await rows(`delete from ${table} where affiliate_id > 940000`);
  });
});
