import { beforeAll, describe, expect, it } from 'vitest';
import { toIsoDate } from '#platform/shared/dates.ts';
import { findLevel } from '#domain/certification-levels.ts';
import { findAuditProblems } from '#test/support/api/audit-testing.ts';
import { checkLedger } from '#app/server/check-ledger.ts';
import { library } from '#features/learning/server/content/library.ts';
import { verifyForms } from '#features/forms/server/chain/verify-forms.ts';
import type { WaitingCounts } from '#features/association/shared/contract.ts';
import type { JobContext } from '#platform/server/jobs/jobs.ts';
import type { Application, ApplicationRow } from '#features/applications/shared/application.ts';
import type { CardInfo } from '#features/certifications/shared/contract.ts';
import type { Entitlement } from '#features/learning/shared/course-contract.ts';
import type { Readiness } from '#features/certifications/shared/readiness-contract.ts';
import type { WaitingLog } from '#features/logbook/shared/contract.ts';
import { documents } from '#features/logbook/web/graphql-documents.ts';
import type { PaymentRequest } from '#features/shop/shared/payment-request-contract.ts';
import { demoApplicationId, demoRequestId } from '#features/tour/shared/demo-ends.ts';
import type { ProductCard } from '#features/shop/shared/contract.ts';
import { demoAffiliateIds } from '#test/support/api/demo-people-testing.ts';
import { createFamilyFixture } from '#test/support/api/family-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import * as causeLaws from '#test/support/demo/cause-laws.ts';
import * as laws from '#test/support/demo/laws.ts';
import * as photoLaws from '#test/support/demo/photo-law.ts';
import * as recordingLaws from '#test/support/demo/recording-laws.ts';
import { listToApprove } from './account/plan-photos.ts';
import { drawDemoPortraits } from './account/portraits.ts';
import { drawDemoOutsideCards } from './certifications/outside-cards.ts';
import { loadDemo } from './load-demo.ts';
import { createWorld } from './world/world.ts';

// Courses are loaded first, like at server start, because loading them during a request is slow.
library.list();
const now = new Date();
const portal = await testPortal({}, { now });
const { services, request } = portal;
const { pool } = services.database;
const { call } = createFamilyFixture(portal);

const read = async <Body>(as: string, path: string) =>
  (await request(`${as}@demo.test`, 'GET', `/api/${path}`)).json<Body>();

/** Courses that were started and have a next lesson or test. */
async function listCoursesToContinue(as: string): Promise<string[]> {
  const affiliateId = demoAffiliateIds[as as 'diver'];
  const courses = await read<Entitlement[]>(as, `learning/v2/entitlements/${affiliateId}`);
  return courses
    .filter(({ next, lessonsDone, completedDate }) => next !== null && lessonsDone > 0 && completedDate === null)
    .map(({ packageId }) => packageId);
}

describe('the laws of the demo', () => {
  it.each([...Object.entries(laws), ...Object.entries(causeLaws), ...Object.entries(recordingLaws)])(
    '%s',
    async (_name, law) => {
      expect(await law(services, now)).toEqual([]);
    },
  );

  it('keeps the audit trail, the forms and the ledger intact', async () => {
    expect(await findAuditProblems(services)).toEqual([]);
    const problems: string[] = [];
    await verifyForms(services, (problem) => problems.push(problem));
    expect(problems).toEqual([]);
    expect((await services.database.inTransaction('laws', (tx) => checkLedger(tx))).wrong).toEqual([]);
  });

  it('offers no one a course that they have, or that needs a card which they lack', async () => {
    const { rows: people } = await pool.query<{ id: number; courses: string[]; levels: number[] }>(
      `select affiliate_id::int as id,
         array(select package_id from enrollment e where e.affiliate_id = p.affiliate_id) as courses,
         array(select level_id from certification c where c.affiliate_id = p.affiliate_id) as levels
       from person p where affiliate_type_id in (1, 2, 3) and sub not like 'erased:%'`,
    );
    expect(people.length).toBeGreaterThan(80);
    const { rows: products } = await pool.query<{ id: number; packageId: string }>(
      'select product_id::int as id, package_id as "packageId" from product where package_id is not null',
    );
    let offered = 0;
    for (const { id, courses, levels: held } of people) {
      const { body } = await call<{ product: ProductCard; reason: string }[]>(
        id,
        'GET',
        '/api/shop/products/recommended',
      );
      const owned = new Set([...courses, ...held.map((level) => findLevel(level)?.packageId)]);
      const wrong = body.filter(({ product, reason }) => {
        const course = products.find((row) => row.id === product.productId);
        return product.isOwned || owned.has(course?.packageId ?? '') || (reason === 'next' && held.length === 0);
      });
      offered += body.length;
      expect(wrong, String(id)).toEqual([]);
    }
    expect(offered).toBeGreaterThan(people.length / 2);
  });

  it('loads once', async () => {
    const count = async () =>
      (await pool.query('select (select count(*) from dive_log) as dives, (select count(*) from person) as people'))
        .rows;
    const before = await count();
    expect(await loadDemo(services, { now: new Date(now.getTime() + 40 * 86_400_000) })).toBe(false);
    expect(await count()).toEqual(before);
  });
});

describe('the best moments', () => {
  it('has a student to certify and others on the way', async () => {
    const { items } = await read<{ items: Readiness[] }>('instructor', 'ecards/readiness/class?packageId=open-water');
    const ready = items.filter(({ missing }) => missing.every(({ kind }) => kind.startsWith('photo')));
    expect(ready.map(({ name }) => name)).toEqual(['Keiko Arai']);
    expect(items.length).toBeGreaterThan(6);
  });

  it('has a class of dives to verify, most of them clean', async () => {
    const { data } = (await portal.graphql('instructor@demo.test', documents.waiting)).json<{
      data: { logsToVerify: WaitingLog[] };
    }>();
    const clean = data.logsToVerify.filter(({ deviations }) => deviations.length === 0);
    expect(clean.length).toBeGreaterThan(6);
    expect(new Set(clean.map((log) => log.diver_name)).size).toBeGreaterThan(4);
  });

  it('has 60 applications of all types at the desk and some in every other state', async () => {
    const page = await read<{ total: number; items: ApplicationRow[] }>('staff', 'applications/Applications/desk');
    expect(page.total).toBe(60);
    const states = await pool.query<{ state: string }>('select distinct state from application');
    expect(states.rows).toHaveLength(8);
    const types = await pool.query("select distinct type_id from application where state = 'SubmittedToAssociation'");
    expect(types.rows).toHaveLength(2);
    const assigned = await read<{ total: number }>('instructor', 'applications/Applications/assigned?show=to_review');
    expect(assigned.total).toBeGreaterThan(2);
  });

  it('has a request of a child that the guardian can approve', async () => {
    const requests = await read<PaymentRequest[]>('guardian', 'shop/payment-requests');
    expect(requests).toMatchObject([{ requestId: demoRequestId, role: 'guardian', state: 'open' }]);
  });

  it('has an application that the candidate can almost send', async () => {
    const application = await read<Application>('candidate', `applications/Applications/${demoApplicationId}`);
    expect(application.state).toBe('Draft');
    const open = application.requirements.filter(({ isMet }) => !isMet);
    expect(open.map(({ id }) => id)).toEqual(['medical', 'dives', 'dive_kinds']);
    const [, dives, kinds] = open;
    expect((dives?.need ?? 0) - (dives?.have ?? 0)).toBeLessThan(10);
    expect(kinds?.parts.filter(({ isMet }) => !isMet).map(({ id }) => id)).toEqual(['night']);
  });

  it('has a diver with cards, a course in progress and a next course that she lacks', async () => {
    const cards = await read<CardInfo[]>('diver', 'ecards/eCard/GetCardListConsumer');
    expect(cards.filter(({ isRevoked }) => !isRevoked).length).toBeGreaterThan(2);
    expect(cards.some(({ hasECard }) => hasECard)).toBe(true);
    const offered = await read<{ product: ProductCard; reason: string }[]>('diver', 'shop/products/recommended');
    expect(offered.filter(({ product, reason }) => reason === 'next' && !product.isOwned).length).toBeGreaterThan(0);
    expect(await listCoursesToContinue('diver')).toContain('peak-buoyancy');
  });

  it('has a student with a course in progress, whose dive the instructor has to verify', async () => {
    expect(await listCoursesToContinue('student')).toEqual(['open-water']);
    const pending = await pool.query("select from dive_log where affiliate_id = $1 and status = 'Pending'", [
      demoAffiliateIds.student,
    ]);
    expect(pending.rowCount).toBeGreaterThan(0);
  });

  it('has a child with a junior card, forms that a guardian signed and a course to read', async () => {
    const cards = await read<CardInfo[]>('minor', 'ecards/eCard/GetCardListConsumer');
    expect(cards.map(({ levelID, hasECard }) => [levelID, hasECard])).toEqual([[11, true]]);
    const forms = await read<{ items: { isMinor: boolean }[] }>('minor', 'forms/Search/Diver');
    expect(forms.items.filter(({ isMinor }) => isMinor).length).toBeGreaterThan(0);
    const lesson = await request('minor@demo.test', 'GET', '/api/learning/v2/courses/open-water/lessons/pressure/ears');
    expect(lesson.statusCode).toBe(200);
  });

  it('has unread news for the diver and for the guardian', async () => {
    const { rows } = await pool.query<{ id: number; unread: number }>(
      `select affiliate_id::int as id, count(*) filter (where not read)::int as unread from notification
       where affiliate_id = any($1) group by 1 order by 1`,
      [[demoAffiliateIds.diver, demoAffiliateIds.guardian]],
    );
    expect(rows.map(({ unread }) => unread > 1)).toEqual([true, true]);
  });

  it("has physicians' answers for the store, the instructor and the desk", async () => {
    for (const reader of ['store', 'instructor'])
      expect((await read<{ total: number }>(reader, 'forms/Search/Member?show=review')).total, reader).toBe(1);
    const { items } = await read<{ items: { kind: string }[] }>('staff', 'forms/Pages/waiting');
    expect(items.map(({ kind }) => kind).toSorted()).toEqual(['link', 'page']);
  });
});

describe('pictures, once they are drawn', () => {
  beforeAll(async () => {
    const context = { services, database: services.database, now } as JobContext;
    await drawDemoOutsideCards.run(context, {});
    // Each run draws some of them. The stores come after the accounts and the desk's queue.
    for (let run = 0; run < 3; run += 1) await drawDemoPortraits.run(context, {});
  });

  it("fill the desk's queues, whose counts match the lists", async () => {
    const counts = await read<WaitingCounts>('staff', 'desk/counts');
    expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
    expect(counts).toMatchObject({ cardPhotos: 3, pages: 2, requests: 2, orders: 1 });
    expect(counts.photos).toBeGreaterThan(4);
    const photos = await pool.query("select from person_photo where status = 'pending'");
    expect(photos.rowCount).toBe(counts.photos);
    const corrections = await read<{ items: { id: string }[] }>('staff', 'account/birthdate-corrections');
    const reviews = await read<{ items: { kind: string }[] }>('staff', 'family/Requests');
    expect([...corrections.items, ...reviews.items]).toHaveLength(counts.requests);
    expect(reviews.items).toMatchObject([{ kind: 'review' }]);
    const [correction] = corrections.items;
    const paper = await request(
      'staff@demo.test',
      'GET',
      `/api/account/birthdate-corrections/${correction?.id}/document`,
    );
    expect(paper.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const orders = await read<{ items: { number: number }[] }>('staff', 'shop/desk/orders?show=to_post');
    expect(orders.items).toHaveLength(counts.orders);
  });

  it.each(Object.entries(photoLaws))('%s', async (_name, law) => {
    expect(await law(services)).toEqual([]);
  });

  it('include those of the accounts and of the page that guests open', async () => {
    const approved = await pool.query<{ id: number }>(
      "select affiliate_id::int as id from person_photo where status = 'approved'",
    );
    expect(approved.rows.map(({ id }) => id)).toContain(demoAffiliateIds.minor);
    const page = await request(null, 'GET', '/api/dsd/Discover/20001');
    expect(page.json()).toMatchObject({ hasPhoto: true });
    expect((await request(null, 'GET', '/api/dsd/Discover/20001/photo')).headers['content-type']).toBe('image/jpeg');
  });
});

describe('the rest of the world', () => {
  it.each([
    ['stores', 'select from person where store_number is not null', 6],
    [
      'professionals who work at them',
      `select from person where member_number is not null and member_number < 100300`,
      12,
    ],
    ['children with a guardian', 'select from guardian_link', 8],
    ['guests', 'select from dsd_checkpoint', 8],
    ['orders', 'select from shop_order', 60],
    ['refunds on their way', `select from payment_refund where state <> 'done'`, 2],
    ['memberships that renew', 'select from membership where is_renewing', 8],
    [
      'memberships that end soon',
      "select from membership_period where ends_on between now() and now() + interval '60 days'",
      1,
    ],
    ['decisions in the audit trail', 'select from audit_entry', 200],
    ['mails', 'select from mail_outbox', 10],
    ['unread notifications', 'select from notification where not read', 5],
    ['recordings', 'select from dive_recording', 7_000],
    ['dives with two computers', 'select from dive_recording where position = 1', 2],
    ['dives without a recording', "select from dive_log where status = 'Logged' and outline is null", 100],
    ['codes to give away', 'select from access_code where redeemed_at is null', 10],
  ])('has %s', async (_name, text, atLeast) => {
    expect((await pool.query(text)).rowCount).toBeGreaterThanOrEqual(atLeast);
  });

  it('has 80 divers and students and photos to approve', () => {
    const { people } = createWorld(now);
    const divers = people.filter(
      ({ affiliateId, journey }) => journey !== null || (affiliateId < 400_053 && affiliateId !== 400_008),
    );
    expect(
      divers.filter(
        ({ memberNumber, affiliateId }) => memberNumber === null && (affiliateId < 400_020 || affiliateId > 400_049),
      ),
    ).toHaveLength(80);
    expect(listToApprove(createWorld(now)).length).toBeGreaterThan(4);
  });
});

describe('the timeline', () => {
  it.each(['2027-01-02', '2027-06-21', '2027-12-31', '2028-02-29', '2028-03-01'])(
    'puts cause before effect on %s',
    (today) => {
      const { courses, timeline, people, careers } = createWorld(new Date(`${today}T07:15:00Z`));
      expect(timeline.day(0)).toBe(today);
      for (const { affiliateId, packageId, studyPeriods, tests, formsDaysAgo, signed, dives, cardDaysAgo } of courses) {
        const name = `${affiliateId} ${packageId}`;
        const water = [...signed, ...dives].map(({ daysAgo }) => daysAgo);
        const joined = careers.find((career) => career.affiliateId === affiliateId)?.joinedDaysAgo ?? 0;
        expect(joined, name).toBeGreaterThan(Math.max(...studyPeriods.map(({ daysAgo }) => daysAgo)));
        expect(formsDaysAgo ?? Infinity, name).toBeGreaterThanOrEqual(Math.max(0, ...water));
        for (const daysAgo of [...water, ...tests.map((test) => test.daysAgo)])
          expect(daysAgo, name).toBeGreaterThanOrEqual(cardDaysAgo ?? 0);
      }
      expect(people.filter(({ birthdate }) => birthdate !== null && birthdate > toIsoDate(timeline.now))).toEqual([]);
    },
  );
});
