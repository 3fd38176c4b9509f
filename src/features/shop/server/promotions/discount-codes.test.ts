import { beforeEach, describe, expect, it } from 'vitest';
import { diver, productIds, student, createShopFixture } from '#test/support/api/shop-testing.ts';
import type { Basket } from '#features/shop/shared/contract.ts';

const shop = await createShopFixture();
const { basket, putInBasket, enterCode, call, rows, checkout } = shop;
const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs);

interface Promotion {
  code: string;
  percent_bp?: number;
  amount_minor?: number;
  currency?: string;
  starts_at?: Date;
  ends_at?: Date;
  max_uses?: number;
  uses?: number;
  max_per_person?: number;
  is_stackable?: boolean;
  categories?: string[];
}
async function offer(promotion: Promotion): Promise<void> {
  const names = Object.keys(promotion);
  await rows(
    `insert into promotion (${names.join(', ')}) values (${names.map((_name, at) => `$${at + 1}`).join(', ')})`,
    Object.values(promotion),
  );
}

beforeEach(async () => {
  await shop.deleteOrders();
  await rows('delete from promotion');
  await rows('delete from rate_counter');
  await putInBasket(diver, { productId: productIds.mask, quantity: 2 });
});

describe('POST basket/codes with a promotion', () => {
  it('takes the percentage off and normalizes the code', async () => {
    await offer({ code: 'REEF-10', percent_bp: 1_000 });
    const { body } = await enterCode(diver, '  reef-10 ');
    const saved = Math.round(body.subtotalMinor / 10);
    expect(body).toMatchObject({
      codes: [{ code: 'REEF-10', isClub: false, savedMinor: saved, problem: null }],
      discountMinor: saved,
      totalMinor: body.subtotalMinor - saved,
    });
    expect(body.lines[0]).toMatchObject({ discountMinor: saved, totalMinor: body.totalMinor });
    expect(await basket(diver)).toEqual(body);
    const repeated = (await enterCode(diver, 'REEF-10')).body;
    expect(repeated).toEqual(body);
  });

  it('takes the exact amount off, up to the subtotal', async () => {
    await putInBasket(diver, { productId: productIds.logbook });
    await offer({ code: 'GIFT', amount_minor: 10_001, currency: 'SEK' });
    const { body } = await enterCode(diver, 'GIFT');
    expect(body.discountMinor).toBe(10_001);
    expect(body.lines.reduce((sum, line) => sum + line.discountMinor, 0)).toBe(10_001);
    await rows(`update promotion set amount_minor = 999999999 where code = 'GIFT'`);
    expect(await basket(diver)).toMatchObject({ totalMinor: 0, taxMinor: 0, discountMinor: body.subtotalMinor });
  });

  it('discounts only its categories', async () => {
    await putInBasket(diver, { productId: productIds.logbook });
    await offer({ code: 'BOOKS', percent_bp: 5_000, categories: ['book'] });
    const { lines } = (await enterCode(diver, 'BOOKS')).body;
    expect(lines.map(({ category, discountMinor, unitMinor }) => [category, discountMinor * 2 === unitMinor])).toEqual([
      ['gear', false],
      ['book', true],
    ]);
    expect(lines[0]?.discountMinor).toBe(0);
  });

  it.each<[string, Promotion, number, string]>([
    ['an unknown code', { code: 'OTHER', percent_bp: 1 }, 404, 'shop.unknown_code'],
    ['a code that has not started', { code: 'CODE', percent_bp: 1_000, starts_at: inHours(1) }, 409, 'shop.code_over'],
    [
      'a code that has ended',
      { code: 'CODE', percent_bp: 1_000, starts_at: inHours(-2), ends_at: inHours(-1) },
      409,
      'shop.code_over',
    ],
    ['a used-up code', { code: 'CODE', percent_bp: 1_000, max_uses: 3, uses: 3 }, 409, 'shop.code_used'],
    ['a code for other categories', { code: 'CODE', percent_bp: 1_000, categories: ['course'] }, 409, 'shop.code_idle'],
    ['a code in another currency', { code: 'CODE', amount_minor: 100, currency: 'USD' }, 409, 'shop.code_idle'],
  ])('rejects %s and does not change the basket', async (_name, promotion, status, code) => {
    await offer(promotion);
    const before = await basket(diver);
    expect(await enterCode(diver, 'CODE')).toMatchObject({ status, code, path: 'code' });
    expect(await basket(diver)).toEqual(before);
  });

  it('rejects a code this person has used, but not for others', async () => {
    await offer({ code: 'ONCE', percent_bp: 10_000 });
    await enterCode(diver, 'ONCE');
    await checkout(diver, { method: 'free', address: somewhereInSweden });
    await putInBasket(diver, { productId: productIds.mask });
    expect((await enterCode(diver, 'ONCE')).code).toBe('shop.code_used');
    await putInBasket(student, { productId: productIds.mask });
    expect((await enterCode(student, 'ONCE')).status).toBe(200);
  });

  it('can be combined only if both codes are stackable', async () => {
    await offer({ code: 'LONE', percent_bp: 1_000 });
    await offer({ code: 'SOCIAL', percent_bp: 1_000, is_stackable: true });
    await offer({ code: 'FRIENDLY', percent_bp: 5_000, is_stackable: true });
    await enterCode(diver, 'SOCIAL');
    expect((await enterCode(diver, 'LONE')).code).toBe('shop.code_alone');
    const { body } = await enterCode(diver, 'FRIENDLY');
    const [first = 0, second = 0] = body.codes.map(({ savedMinor }) => savedMinor);
    expect([first, second]).toEqual([
      Math.round(body.subtotalMinor / 10),
      Math.round((body.subtotalMinor - first) / 2),
    ]);
    expect(body.discountMinor).toBe(first + second);
  });

  it('can be removed again', async () => {
    await offer({ code: 'REEF', percent_bp: 1_000 });
    const { version } = (await enterCode(diver, 'REEF')).body;
    const { body } = await call<Basket>(diver, 'DELETE', 'basket/codes/reef');
    expect(body).toMatchObject({ version: version + 1, codes: [], discountMinor: 0 });
    expect((await call<Basket>(diver, 'DELETE', 'basket/codes/REEF')).body).toEqual(body);
  });

  it('stays in the basket with a problem after it ends', async () => {
    await offer({ code: 'REEF', percent_bp: 1_000 });
    await enterCode(diver, 'REEF');
    await rows(`update promotion set starts_at = $1, ends_at = $2`, [inHours(-2), inHours(-1)]);
    expect(await basket(diver)).toMatchObject({
      codes: [{ code: 'REEF', savedMinor: 0, problem: 'shop.code_over' }],
      discountMinor: 0,
    });
    await rows('delete from promotion');
    expect((await basket(diver)).codes[0]?.problem).toBe('shop.unknown_code');
  });

  it('limits wrong guesses without counting valid codes', async () => {
    await offer({ code: 'REEF', percent_bp: 1_000 });
    for (let count = 0; count < 20; count++) {
      expect((await enterCode(diver, 'REEF')).status).toBe(200);
      await call(diver, 'DELETE', 'basket/codes/REEF');
      expect((await enterCode(diver, `WRONG${count}`)).code).toBe('shop.unknown_code');
    }
    expect((await enterCode(diver, 'WRONG')).code).toBe('rate.limited');
    expect((await enterCode(diver, 'REEF')).code).toBe('rate.limited');
  });

  it.each([['x'], [''], ['a'.repeat(41)], [7]])('returns 400 for %j', async (code) => {
    expect((await call(diver, 'POST', 'basket/codes', { code })).status).toBe(400);
  });
});

const somewhereInSweden = { name: 'M', line1: 'K 14', line2: '', city: 'G', state: '', postalCode: '1', country: 'SE' };

describe('POST basket/codes with a club code', () => {
  const clubCode = 'BLUE25-7TR4';
  const free = () =>
    rows(`update membership_period set discount_used_at = null, discount_used_for = null, discount_saved_minor = null
      where discount_code = '${clubCode}'`);
  const noted = () =>
    rows<{ for: string | null; saved: number | null }>(
      `select discount_used_for as for, discount_saved_minor as saved from membership_period
       where discount_code = '${clubCode}'`,
    );

  it("takes 25% off the member's most expensive course", async () => {
    await free();
    expect((await enterCode(diver, clubCode)).code).toBe('shop.code_idle');
    await putInBasket(diver, { productId: productIds.enrichedAir, isGift: true });
    await putInBasket(diver, { productId: productIds.deep, quantity: 2, isGift: true });
    const { body } = await enterCode(diver, clubCode.toLowerCase());
    const deep = body.lines.find(({ productId }) => productId === productIds.deep);
    expect(body.codes).toEqual([
      { code: clubCode, isClub: true, savedMinor: Math.round((deep?.unitMinor ?? 0) / 4), problem: null },
    ]);
    expect(deep?.discountMinor).toBe(body.discountMinor);
    await putInBasket(student, { productId: productIds.deep });
    expect((await enterCode(student, clubCode)).code).toBe('shop.unknown_code');
  });

  it('records the saving in the currency of the club year and releases the code when the order is cancelled', async () => {
    await free();
    await putInBasket(diver, { productId: productIds.deep, isGift: true });
    await enterCode(diver, clubCode);
    const created = await checkout(diver, { address: somewhereInSweden });
    const [sek] = await rows<{ minor: number; names: string }>(
      `select sum(amount_minor) filter (where product_id = ${productIds.deep})::int as minor,
         string_agg(name, ', ' order by product_id desc) as names
       from product_price join product_text using (product_id)
       where product_id in (${productIds.mask}, ${productIds.deep}) and currency = 'SEK' and locale = 'en-US'`,
    );
    expect(await noted()).toEqual([{ for: sek?.names, saved: Math.round((sek?.minor ?? 0) / 4) }]);
    await putInBasket(diver, { productId: productIds.deep, isGift: true });
    expect((await enterCode(diver, clubCode)).code).toBe('shop.code_used');
    await call(diver, 'POST', `orders/${created.body.orderId}/cancel`);
    expect(await noted()).toEqual([{ for: null, saved: null }]);
    expect((await basket(diver)).codes).toMatchObject([{ code: clubCode, problem: null }]);
  });

  it('cannot be combined', async () => {
    await free();
    await offer({ code: 'SOCIAL', percent_bp: 1_000, is_stackable: true });
    await putInBasket(diver, { productId: productIds.deep, isGift: true });
    await enterCode(diver, 'SOCIAL');
    expect((await enterCode(diver, clubCode)).code).toBe('shop.code_alone');
  });
});
