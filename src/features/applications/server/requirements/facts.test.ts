import { beforeEach, describe, expect, it } from 'vitest';
import { createApplicationsFixture, affiliateIdOf } from '#test/support/api/applications-testing.ts';
import { isoDay } from '#test/support/api/certifications-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { createJobContext } from '#features/account/server/personal-data/personal-data-testing.ts';
import { eraseDueAccounts } from '#features/account/server/public.ts';
import { loadFacts } from './facts.ts';
import { findApplication } from '#features/applications/server/queries.ts';
import { findApplicationType } from '#features/applications/server/application-types.ts';

const portal = await testPortal();
const { db } = portal.services.database;
const { call, rows, read, put, begin, dive, examine, createInState, clear } = createApplicationsFixture(portal);
const candidate = affiliateIdOf('candidate');

beforeEach(clear);

async function factsOf(id: number) {
  const row = await findApplication.first(db, { id });
  if (row === undefined) throw new Error('application not found');
  return loadFacts(db, row, findApplicationType(row.typeId), new Date());
}

const prove = (id: number, kind: string, dated: string | null = null) =>
  rows(
    `insert into application_proof (affiliate_id, application_id, id, kind, name, content_type, sealed_key, file_key,
       bytes, dated)
     values ($1, $2, gen_random_uuid(), $3, 'x', 'image/jpeg', 'x', gen_random_uuid(), 1, $4)`,
    [candidate, id, kind, dated],
  );

describe('loadFacts', () => {
  it('returns almost no facts for a new applicant', async () => {
    expect(await factsOf(await begin())).toEqual({
      birthdate: '1995-07-17',
      cards: {},
      firstAid: { date: null, isElsewhere: false, hasProof: false },
      medical: { date: null, source: null },
      dives: { total: 0, verified: 0, kinds: { night: 0, deep: 0, navigation: 0 } },
      exercises: {},
      proofs: [],
    });
  });

  it('counts own logged and verified dives, and no drafts, pending, returned or deleted ones', async () => {
    const id = await begin();
    await dive(4, ['night', 'deep', 'deep', 'boat']);
    await dive(9, ['night'], 'diver');
    const training = (status: string) =>
      rows(
        `insert into dive_log (affiliate_id, log_type, status, log_course, adventure_dive, skills, memsys_member_number,
           dive_title, dive_location, dive_date, dive_type, max_depth_m, bottom_time_min)
         values ($1, 'Training', $2, 'advanced', 'navigation', '{x}', 100001, 'x', 'x', '2026-06-14', 'Shore', 9, 9)`,
        [candidate, status],
      );
    for (const status of ['Draft', 'Pending', 'Returned']) await training(status);
    await rows(
      `update dive_log set deleted_at = now() where id = (select min(id) from dive_log where affiliate_id = $1)`,
      [candidate],
    );
    // A self-logged training dive counts as a dive, but not as one an instructor has verified.
    await rows(`update dive_log set adventure_dive = 'navigation' where affiliate_id = $1 and status = 'Logged'`, [
      candidate,
    ]);
    expect((await factsOf(id)).dives).toEqual({ total: 7, verified: 4, kinds: { night: 1, deep: 2, navigation: 0 } });
    expect((await read(id)).divesVerified).toBe(4);
  });

  it("uses the later of a physician's decision in the portal and an uploaded page", async () => {
    const id = await begin();
    await prove(id, 'medical', '2026-02-01');
    await prove(id, 'medical', '2025-02-01');
    await prove(id, 'medical');
    expect((await factsOf(id)).medical).toEqual({ date: '2026-02-01', source: 'proof' });
    await examine('2026-03-05');
    await examine('2026-01-05');
    expect((await factsOf(id)).medical).toEqual({ date: '2026-03-05', source: 'record' });
    await prove(id, 'medical', '2026-04-01');
    expect((await factsOf(id)).medical).toEqual({ date: '2026-04-01', source: 'proof' });
  });

  it('ignores an approval once a physician has declined', async () => {
    const id = await begin();
    await examine('2026-03-05');
    await examine('2026-05-05', 'refused');
    expect((await factsOf(id)).medical).toEqual({ date: null, source: null });
    await prove(id, 'medical', '2026-05-05');
    expect((await factsOf(id)).medical).toEqual({ date: null, source: null });
    await prove(id, 'medical', '2026-05-06');
    expect((await factsOf(id)).medical).toEqual({ date: '2026-05-06', source: 'proof' });
  });

  it('keeps the facts of a finished application', async () => {
    const id = await createInState('Rejected');
    const shown = async () => {
      const { requirements, divesVerified } = await read(id, 'staff');
      const { body } = await call<{ items: { met: boolean[] }[] }>('staff', 'GET', '/desk?queue=done');
      return { requirements, divesVerified, met: body.items[0]?.met };
    };
    await rows(`update application set state_at = state_at - interval '800 days', facts = facts || $1`, [
      { medical: { date: isoDay(-830), source: 'record' }, firstAid: { date: isoDay(-900), isElsewhere: false } },
    ]);
    const before = await shown();
    expect(before.met).not.toContain(false);
    await examine(isoDay(0));
    await dive(0, ['night']);
    expect(await shown()).toEqual(before);
    expect(await shown()).toEqual(before);
  });

  it('counts an outside card by its picture, unless the desk rejected it', async () => {
    const id = await begin();
    const [outside] = await rows<{ id: string }>(
      `insert into outside_certification (affiliate_id, agency, level, number, cert_date)
       values ($1, 'Another agency', 'Rescue', 'R-1', '2024-01-02') returning id`,
      [candidate],
    );
    const outsideId = String(outside?.id);
    const { body } = await put(id, { certificationCards: { rescue: { outsideId } } });
    const open = body.requirements.find((one) => one.id === 'card_rescue');
    expect([open?.problem, open?.date]).toEqual(['card_picture_missing', '2024-01-02']);
    await rows("update outside_certification set file_key = 'x', uploaded_at = now() where id = $1", [outsideId]);
    const shown = await read(id);
    expect(shown.requirements.find((one) => one.id === 'card_rescue')?.isMet).toBe(true);
    expect(shown.certificationCards).toEqual([
      {
        place: 'rescue',
        licenseID: null,
        outsideId,
        name: 'Rescue',
        agency: 'Another agency',
        number: 'R-1',
        certDate: '2024-01-02',
        hasPicture: true,
      },
    ]);
    await rows(
      `update outside_certification set status = 'rejected', reason = 'Blurred', decided_by = 400008, decided_at = now()
       where id = $1`,
      [outsideId],
    );
    const response = await read(id);
    expect(response.requirements.find((one) => one.id === 'card_rescue')?.problem).toBe('card_missing');
    expect(response.certificationCards).toEqual([]);
  });

  it('requires a proof of first aid taken elsewhere', async () => {
    const id = await begin();
    const firstAid = { date: isoDay(-10), provider: 'Elsewhere', isElsewhere: true };
    const problemOf = async () => (await read(id)).requirements.find((one) => one.id === 'first_aid')?.problem;
    await put(id, { firstAid });
    expect(await problemOf()).toBe('proof_missing');
    await prove(id, 'first_aid');
    expect(await problemOf()).toBeNull();
  });
});

describe('an erased instructor', () => {
  it('is removed from the search text of applications', async () => {
    const id = await createInState('SubmittedToInstructor');
    const textOf = async () =>
      (await rows<{ text: string }>('select search_text as text from application where id = $1', [id]))[0]?.text;
    expect(await textOf()).toContain('tomas reyes');
    await rows(
      `insert into account_deletion (affiliate_id, requested_by, due_at) values ($1, $1, now() - interval '1 second')`,
      [affiliateIdOf('instructor')],
    );
    await eraseDueAccounts.run(createJobContext(portal), {});
    expect(await textOf()).toBe(`${id}\nleilani kahale 400006\n\nkelder bay diving 400007 20001`);
    expect((await read(id)).instructor).toMatchObject({ name: '', memberStatus: 'Inactive' });
  });
});
