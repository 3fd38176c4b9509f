import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { getCourse } from '#test/support/api/learning-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { CourseView, LessonView } from '#features/learning/shared/course-contract.ts';

const dsd = 'discover-scuba';
getCourse(dsd);
const portal = await testPortal();
const { pool } = portal.services.database;
const [child, guardian] = [400_003, 'guardian@demo.test'];
const base = '/api/learning/v2';
const ask = (as: string, method: 'GET' | 'POST', path: string, body?: object) =>
  portal.request(as, method, `${base}/${path}`, body);
const forChild = `affiliateId=${child}`;
const begin = { key: randomUUID(), kind: 'quiz', section: 'first-dive' };

beforeAll(async () => {
  for (const packageId of [dsd, 'open-water'])
    await pool.query(
      `insert into enrollment (affiliate_id, package_id, source) values ($1, $2, 'dsd') on conflict do nothing`,
      [child, packageId],
    );
});

describe("a child's e-learning opened by a guardian", () => {
  it('stores progress and tests for the child', async () => {
    const course = (await ask(guardian, 'GET', `courses/${dsd}?${forChild}`)).json<CourseView>();
    expect(course).toMatchObject({ isEntitled: true, lessonsDone: 0 });
    const lesson = course.sections[0]?.lessons[0]?.id ?? '';
    const opened = await ask(guardian, 'GET', `courses/${dsd}/lessons/${lesson}?${forChild}`);
    expect(opened.json<LessonView>().id).toBe(lesson);
    const step = { key: randomUUID(), at: new Date().toISOString(), kind: 'read', lesson, position: 1, seconds: 20 };
    const saved = await ask(guardian, 'POST', `courses/${dsd}/progress?${forChild}`, { steps: [step] });
    expect(saved.statusCode).toBe(200);
    const attempt = (await ask(guardian, 'POST', `courses/${dsd}/attempts?${forChild}`, begin)).json<{ id: string }>();
    expect((await ask(guardian, 'GET', `attempts/${attempt.id}?${forChild}`)).statusCode).toBe(200);
    expect((await ask(guardian, 'GET', `attempts/${attempt.id}`)).statusCode).toBe(404);
    expect((await ask(guardian, 'POST', `attempts/${attempt.id}/hand-in?${forChild}`)).statusCode).toBe(200);
    const { rows } = await pool.query('select distinct affiliate_id::int as id from course_attempt where id = $1', [
      attempt.id,
    ]);
    expect(rows).toEqual([{ id: child }]);
    const { rows: audited } = await pool.query(
      `select distinct action from audit_entry where subject = $1 and actor_affiliate_id = 400004 order by action`,
      [`person:${child}`],
    );
    expect(audited.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['dsd.step_by_guardian', 'entitlements.read']),
    );
  });

  it('is limited to that course and to guardians', async () => {
    expect((await ask(guardian, 'GET', `courses/open-water?${forChild}`)).statusCode).toBe(404);
    expect((await ask(guardian, 'POST', `courses/open-water/attempts?${forChild}`, begin)).statusCode).toBe(404);
    for (const stranger of ['student@demo.test', 'instructor@demo.test', 'staff@demo.test'])
      for (const path of [`courses/${dsd}?${forChild}`, `elearning?${forChild}`])
        expect((await ask(stranger, 'GET', path)).statusCode).toBe(404);
  });
});
