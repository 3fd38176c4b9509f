import { beforeEach, describe, expect, it } from 'vitest';
import { candidate, diver, type Person, store, student, createShopFixture } from '#test/support/api/shop-testing.ts';
import type { ProductCard, PromotionCard } from '#features/shop/shared/contract.ts';
import { promotionCardStock, listPromotionCards } from '#features/shop/shared/promotion-cards.ts';
import { seedDemoShop } from '#demo/shop.ts';

const { rows, call, services, portal } = await createShopFixture();

const recommended = async (person: Person) =>
  (await call<{ product: ProductCard; reason: string }[]>(person, 'GET', 'products/recommended')).body.map(
    ({ product, reason }) => [product.productId, reason],
  );
const certify = (person: Person, levelId: number) =>
  rows(
    `insert into certification (affiliate_id, level_id, cert_date, instructor_name, store_name, office)
     values ($1, $2, '2026-01-05', 'T', 'S', 'EMEA')`,
    [person.id, levelId],
  );
const learn = (person: Person, packageId: string, isCompleted: boolean) =>
  rows(
    `insert into enrollment (affiliate_id, package_id, source, completed_at)
     values ($1, $2, 'order', case when $3 then now() end)`,
    [person.id, packageId, isCompleted],
  );

beforeEach(async () => {
  for (const table of ['enrollment', 'certification', 'dsd_checkpoint'])
    await rows(`delete from ${table} where affiliate_id = $1`, [candidate.id]);
  await rows("update person set language = 'en-US' where affiliate_id = $1", [candidate.id]);
});

describe('GET products/recommended', () => {
  it('recommends only the entry course to someone who has never dived', async () => {
    expect(await recommended(candidate)).toEqual([[2001, 'first']]);
  });

  it('recommends the next courses once the first one has led to a card', async () => {
    await learn(candidate, 'open-water', true);
    expect(await recommended(candidate)).toEqual([]);
    await certify(candidate, 10);
    expect(await recommended(candidate)).toEqual([
      [2002, 'next'],
      [2004, 'next'],
      [2003, 'next'],
    ]);
  });

  it('recommends the same courses as the dashboard', async () => {
    await certify(candidate, 11);
    const [person] = await rows<{ sub: string }>('select sub from person where affiliate_id = $1', [candidate.id]);
    const path = `/api/catalogue/offer/recommendation?sub=${person?.sub}`;
    const offers = (await portal.request(candidate.email, 'GET', path)).json<{ packageId: string }[]>();
    expect(offers.map(({ packageId }) => packageId)).toEqual(['enriched-air', 'peak-buoyancy']);
    expect((await recommended(candidate)).map(([id]) => id)).toEqual([2002, 2004]);
  });

  it('leaves out courses the person is already certified for', async () => {
    await certify(candidate, 10);
    expect((await recommended(candidate)).map(([id]) => id)).not.toContain(2001);
    await certify(candidate, 50);
    expect((await recommended(candidate)).map(([id]) => id)).not.toContain(2002);
  });

  it('never recommends a first course to an instructor', async () => {
    await certify(candidate, 80);
    expect((await recommended(candidate)).map(([, reason]) => reason)).not.toContain('first');
    expect(await recommended(candidate)).not.toEqual([]);
  });

  it('leaves out courses in progress', async () => {
    await learn(candidate, 'open-water', false);
    expect((await recommended(candidate)).map(([id]) => id)).not.toContain(2001);
  });

  it('recommends the most popular courses to a store', async () => {
    expect(await recommended(store)).toEqual([
      [2001, 'popular'],
      [2002, 'popular'],
      [2004, 'popular'],
    ]);
  });
});

describe('GET club-line', () => {
  const line = async (person: Person) => (await call<object | null>(person, 'GET', 'club-line')).body;

  it('returns the unused benefits of the membership year', async () => {
    const [year] = await rows<{ id: string }>('select id from membership_period where affiliate_id = $1', [diver.id]);
    // The demo diver has used the discount code but not the eCard.
    expect(await line(diver)).toEqual({ discountCode: null, hasFreeECard: true });
    await rows(
      `update membership_period set discount_used_at = null, discount_used_for = null, discount_saved_minor = null
       where id = $1`,
      [year?.id],
    );
    expect(await line(diver)).toEqual({ discountCode: 'BLUE25-7TR4', hasFreeECard: true });
  });

  it('returns null for non-members and trial members', async () => {
    expect(await line(student)).toBeNull();
    expect(await line(candidate)).toBeNull();
    expect(await line(store)).toBeNull();
  });
});

describe('GET promotions', () => {
  const promotions = async (person: Person) => (await call<PromotionCard[]>(person, 'GET', 'promotions')).body;
  const check = (status: string, daysAgo: number) =>
    rows(
      `insert into dsd_checkpoint (affiliate_id, status, updated_at) values ($1, $2, now() - make_interval(days => $3))
       on conflict (affiliate_id) do update set status = excluded.status, updated_at = excluded.updated_at`,
      [candidate.id, status, daysAgo],
    );

  it('returns the nine club cards with their product numbers', async () => {
    await check('processed', 3);
    const shown = await promotions(candidate);
    expect(shown.map(({ stockId }) => stockId)).toEqual([35, 36, 37, 46, 47, 48, 58, 59, 60]);
    expect(new Set(shown.map(({ promotion }) => promotion))).toEqual(new Set(['club-free-ecard']));
    expect(shown[0]).toMatchObject({ id: 'open-water', name: 'Open Water eCard' });
  });

  it('returns nothing to a guest who cannot join the club', async () => {
    const guest = await rows<{ id: number }>(
      'select affiliate_id::int as id from certification where affiliate_id = $1',
      [student.id],
    );
    expect(guest).toEqual([]);
    await rows(
      `insert into dsd_checkpoint (affiliate_id, status, updated_at) values ($1, 'processed', now())
       on conflict (affiliate_id) do update set status = excluded.status, updated_at = excluded.updated_at`,
      [student.id],
    );
    expect(await promotions(student)).toEqual([]);
  });

  it("uses the reader's language", async () => {
    await check('processed', 3);
    await rows("update person set language = 'de-DE' where affiliate_id = $1", [candidate.id]);
    const level = services.messages.format('de-DE', 'certifications.level.advanced');
    expect((await promotions(candidate))[3]?.name).toBe(
      services.messages.format('de-DE', 'shop.product.ecard.name', { level }),
    );
  });

  it.each([
    ['processed', 0, 9],
    ['PROCESSED', 29, 9],
    ['processed', 31, 0],
    ['processed', -1, 0],
    ['completed', 3, 0],
    ['forms', 3, 0],
  ])('with a checkpoint %s %i days ago returns %i cards', async (status, daysAgo, count) => {
    await check(status, daysAgo);
    expect(await promotions(candidate)).toHaveLength(count);
  });

  it("returns nothing without the person's own checkpoint", async () => {
    await check('processed', 3);
    expect(await promotions(student)).toEqual([]);
  });

  it('leaves out other promotions and cards without a product number', () => {
    expect(
      listPromotionCards([
        { id: 'open-water', promotion: 'first-card' },
        { id: 'moon', promotion: 'club-free-ecard' },
        { id: 'deep', promotion: 'club-free-ecard' },
      ]),
    ).toEqual([{ id: 'deep', promotion: 'club-free-ecard', stockId: 58 }]);
    expect(Object.keys(promotionCardStock)).toHaveLength(9);
  });
});

describe('demo data', () => {
  it("records the store's credit in the ledger only once", async () => {
    await services.database.inTransaction('test', (db) => seedDemoShop(db));
    const credit = "select sum(amount_minor)::int as minor from ledger_entry where account = 'credit:20001'";
    expect(await rows(credit)).toEqual([{ minor: -250_000 }]);
    expect(await rows('select code from promotion order by code')).toEqual([
      { code: 'REEF15' },
      { code: 'SPRING20' },
      { code: 'WELCOME10' },
    ]);
  });
});
