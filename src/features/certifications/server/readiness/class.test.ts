import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { cardDay } from '../../../../app/certifications-testing.ts';
import { courseOf } from '../../../../app/learning-testing.ts';
import { people, type Somebody } from '../../../../app/people-testing.ts';
import { readinessOf } from '../../../../app/readiness-testing.ts';
import { course } from '../../../../app/record-testing.ts';
import { testPortal } from '../../../../app/testing.ts';
import type { Readiness } from '../../shared/readiness-contract.ts';

courseOf(course);
const portal = await testPortal();
const { call, rows, photograph, audited, dive, signForms, learn, signSkills, begin } = readinessOf(portal);

beforeEach(begin);

describe('a class', () => {
  it('certifies the ready ones together and answers what the others lack', async () => {
    await learn();
    await signSkills();
    await dive([1, 2, 3, 4]);
    await signForms();
    await photograph('student');
    const list = await call<Readiness[]>('instructor', 'GET', 'ecards/readiness/class?packageId=open-water');
    expect(list.body.filter(({ isReady }) => isReady).map(({ affiliateId }) => affiliateId)).toEqual([people.student]);
    const certifyClass = (as: Somebody, ids: number[]) =>
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
    expect((await certifyClass('candidate', [people.student])).status).toBe(404);
    const { status, body } = await certifyClass('instructor', [people.student, people.guardian]);
    expect(status).toBe(200);
    expect(body.certified).toMatchObject([{ affiliateId: people.student }]);
    expect(body.open).toMatchObject([{ affiliateId: people.guardian }]);
    expect(await rows('select affiliate_id::int as id from certification')).toEqual([{ id: people.student }]);
  });

  it('needs the confirmation of a pending photo for each student, and audits it', async () => {
    await learn();
    await signSkills();
    await dive([1, 2, 3, 4]);
    await signForms();
    await photograph('student', 'pending');
    const shown = async () =>
      (await call<Readiness[]>('instructor', 'GET', 'ecards/readiness/class?packageId=open-water')).body.find(
        ({ affiliateId }) => affiliateId === people.student,
      )?.photoId;
    const send = (confirmPhotoId?: string | null) =>
      call<{ certified: unknown[]; open: { missing: { kind: string }[] }[] }>(
        'instructor',
        'POST',
        'ecards/certify/class',
        {
          packageId: 'open-water',
          certDate: cardDay(-1),
          students: [{ affiliateId: people.student, levelID: 10, confirmPhotoId }],
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
      certified: [{ affiliateId: people.student }],
      open: [],
    });
    expect(await audited('photo.confirmed')).toBeDefined();
  });
});
