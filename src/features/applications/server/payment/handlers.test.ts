import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createApplicationPaymentsFixture } from '#test/support/api/application-payments-testing.ts';
import { affiliateIdOf } from '#test/support/api/applications-testing.ts';
import { affiliateType } from '#domain/roles.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';

const portal = await testPortal();
const { services } = portal;
const {
  rows,
  createInState,
  begin,
  certifyFor,
  read,
  candidate,
  pay,
  payAt,
  pageOf,
  codeOf,
  reconcile,
  sendRefunds,
  stateOf,
  cardsOf,
  kindsOf,
  paymentsOf,
} = createApplicationPaymentsFixture(portal);

describe('paying the fee of an approved application', () => {
  it('completes the application and issues the card', async () => {
    const id = await createInState('PaymentDue');
    const { payUrl } = (await pay(id)).body;
    await rows('delete from notification');
    expect((await payAt(payUrl)).json()).toMatchObject({ state: 'paid' });
    const application = await read(id);
    const [card] = await cardsOf();
    expect(application).toMatchObject({ state: 'Completed', licenseID: Number(card?.['license_id']) });
    expect(application.steps.at(-1)).toMatchObject({ action: 'complete', byRole: 'portal', byName: null });
    expect(card).toMatchObject({
      instructor_name: 'Tomás Reyes',
      instructor_number: 100_001,
      store_name: 'Kelder Bay Diving',
      store_number: 20_001,
      ecard_source: 'association',
    });
    expect(card?.['office']).not.toBe('');
    expect(await kindsOf(candidate)).toContain('certifications.card_issued');
    expect(await kindsOf(affiliateIdOf('instructor'))).toEqual(['applications.completed']);
    expect(await rows(`select from pgboss.job where name = 'certifications.sign_card'`)).not.toEqual([]);
    const audited = await rows<{ action: string }>(
      `select action from audit_entry where subject in ($1, $2) order by seq desc limit 5`,
      [`application:${id}`, `person:${candidate}`],
    );
    expect(audited.map(({ action }) => action).toSorted()).toEqual([
      'application.complete',
      'application.promoted',
      'certification.granted',
      'payments.paid',
      'shop.order_paid',
    ]);
    const [order] = await rows<{ total: number; path: string; category: string }>(
      `select o.total_minor::int as total, l.path, l.category from shop_order o join order_line l using (affiliate_id, order_id)
       where o.affiliate_id = $1 and o.state = 'paid'`,
      [candidate],
    );
    expect(order).toEqual({ total: 18_200, path: `/applications/${id}`, category: 'application' });
    expect((await pay(id)).body).toEqual({ payUrl: null, mail: null });
  });

  it('requires a birthdate first', async () => {
    const id = await createInState('PaymentDue');
    await rows('update person set birthdate = null where affiliate_id = $1', [candidate]);
    expect((await read(id)).fee).toMatchObject({ needsBirthdate: true });
    const rejection = await pay(id);
    expect(rejection.body).toMatchObject({ errors: [{ code: 'payments.birthdate_needed', path: 'birthDate' }] });
    expect((await paymentsOf()).filter(({ state }) => state === 'open')).toEqual([]);
    const body = { birthDate: '1995-07-17' };
    expect((await portal.request('candidate@demo.test', 'PUT', '/api/shop/billing/birthdate', body)).statusCode).toBe(
      200,
    );
    await payAt((await pay(id)).body.payUrl);
    expect(await stateOf(id)).toBe('Completed');
  });

  it('requires a country first, then charges its currency and tax', async () => {
    await rows(`update person set country = '' where affiliate_id = $1`, [candidate]);
    await rows('delete from mailing_address where affiliate_id = $1', [candidate]);
    try {
      const id = await createInState('PaymentDue');
      expect((await read(id)).fee).toMatchObject({ currency: 'USD', taxMinor: 0, needsCountry: true });
      const rejection = await pay(id);
      expect(rejection.status).toBe(422);
      expect(rejection.body).toMatchObject({ errors: [{ code: 'payments.country_needed', path: 'country' }] });
      expect((await paymentsOf()).filter(({ state }) => state === 'open')).toEqual([]);
      const response = await portal.request('candidate@demo.test', 'PUT', '/api/shop/billing/country', {
        country: 'DE',
      });
      expect(response.statusCode).toBe(200);
      const { fee } = await read(id);
      expect(fee).toMatchObject({ currency: 'EUR', isTaxIncluded: true, needsCountry: false });
      expect(fee.taxMinor).toBeGreaterThan(0);
      await payAt((await pay(id)).body.payUrl);
      expect(await stateOf(id)).toBe('Completed');
      const [order] = await rows<{ orderId: string }>(
        `select order_id as "orderId" from shop_order where affiliate_id = $1 order by created_at desc`,
        [candidate],
      );
      const shown = await portal.request('candidate@demo.test', 'GET', `/api/shop/orders/${order?.orderId}`);
      expect(shown.json()).toMatchObject({
        country: 'DE',
        currency: 'EUR',
        totalMinor: fee.amountMinor,
        taxMinor: fee.taxMinor,
      });
      const lines = [{ lineId: shown.json().lines[0].lineId, amountMinor: fee.amountMinor }];
      const url = `/api/shop/desk/orders/${order?.orderId}/refund`;
      const body = { key: randomUUID(), lines, reason: 'Paid by mistake.' };
      expect((await portal.request('staff@demo.test', 'POST', url, body)).statusCode).toBe(200);
      await sendRefunds();
      expect((await paymentsOf()).at(-1)).toMatchObject({ refunded: fee.amountMinor });
      // Refunds don't affect the card; staff revoke it separately.
      expect(await stateOf(id)).toBe('Completed');
    } finally {
      await rows(`delete from billing_country where affiliate_id = $1`, [candidate]);
      await rows(`update person set country = 'US' where affiliate_id = $1`, [candidate]);
    }
  });

  it('creates an active divemaster with a member number who sees the card', async () => {
    const id = await createInState('PaymentDue');
    const { licenseID } = await (async () => {
      await payAt((await pay(id)).body.payUrl);
      return read(id);
    })();
    const [person] = await rows<Record<string, unknown>>(
      'select affiliate_type_id, member_number, member_status from person where affiliate_id = $1',
      [candidate],
    );
    expect(person).toEqual({
      affiliate_type_id: affiliateType.divemaster,
      member_number: expect.any(Number),
      member_status: 'Active',
    });
    const path = '/api/ecards/eCard/GetAllCardListPro';
    const cards = (await portal.request('candidate@demo.test', 'GET', path)).json() as { levelID: number }[];
    expect(cards.map(({ levelID }) => levelID).toSorted()).toEqual([30, 40, 70]);
    const card = await portal.request('candidate@demo.test', 'GET', `/api/ecards/cards/${licenseID}`);
    expect([card.statusCode, card.json()]).toMatchObject([200, { licenseID, levelID: 70 }]);
  });

  it("keeps an instructor's type and does not reinstate a lapsed one", async () => {
    const id = await createInState('PaymentDue');
    await rows(
      `update person set affiliate_type_id = ${affiliateType.instructor}, member_number = 990010, member_status = 'Inactive'
       where affiliate_id = $1`,
      [candidate],
    );
    await payAt((await pay(id)).body.payUrl);
    expect(
      await rows('select affiliate_type_id, member_number, member_status from person where affiliate_id = $1', [
        candidate,
      ]),
    ).toEqual([{ affiliate_type_id: affiliateType.instructor, member_number: 990_010, member_status: 'Inactive' }]);
  });

  it('creates one payment, no matter who requests links and how often', async () => {
    const id = await createInState('PaymentDue');
    const links = await Promise.all([pay(id), pay(id), pay(id)]);
    const [one, other] = links.map(({ body }) => body.payUrl);
    expect(one).not.toBe(other);
    expect((await payAt(one ?? '')).json()).toMatchObject({ state: 'paid' });
    expect(codeOf(await payAt(other ?? ''))).toBe('payments.settled');
    expect(await cardsOf()).toHaveLength(1);
    expect((await paymentsOf()).at(-1)).toEqual({ state: 'paid', refunded: 0 });
  });

  it('charges once when two pages pay at the same moment', async () => {
    const id = await createInState('PaymentDue');
    const [one, other] = [(await pay(id)).body.payUrl, (await pay(id)).body.payUrl];
    await Promise.all([payAt(one), payAt(other), reconcile()]);
    await reconcile();
    expect(await stateOf(id)).toBe('Completed');
    expect(await cardsOf()).toHaveLength(1);
  });

  it('returns an error when no payment gateway is configured', async () => {
    const id = await createInState('PaymentDue');
    const gateway = services.env.PAYMENT_GATEWAY;
    services.env.PAYMENT_GATEWAY = 'none';
    try {
      expect((await pay(id)).errors).toEqual(['payments.no_gateway']);
    } finally {
      services.env.PAYMENT_GATEWAY = gateway;
    }
    expect((await pay(id)).body.payUrl).toMatch(/^\/pay\//);
  });

  it('completes when the webhook never arrives', async () => {
    const id = await createInState('PaymentDue');
    await payAt((await pay(id)).body.payUrl, 'never');
    expect(await stateOf(id)).toBe('PaymentDue');
    await reconcile();
    expect(await stateOf(id)).toBe('Completed');
  });

  it('accepts another card after a declined one', async () => {
    const id = await createInState('PaymentDue');
    const { payUrl } = (await pay(id)).body;
    const declined = await portal.request(null, 'POST', `/api/shop${payUrl}`, { card: '0002', news: 'now' });
    expect(declined.json()).toMatchObject({ state: 'declined' });
    expect(await stateOf(id)).toBe('PaymentDue');
    await payAt(payUrl);
    expect(await stateOf(id)).toBe('Completed');
  });

  it('rejects an expired link and accepts a new one', async () => {
    const id = await createInState('PaymentDue');
    const { payUrl: old } = (await pay(id)).body;
    await rows(`update link_token set expires_at = now() - interval '1 second'`);
    await rows(
      `update payment set state = 'expired', expires_at = now() - interval '1 second', settled_at = now()
      where affiliate_id = $1 and state = 'open'`,
      [candidate],
    );
    expect(codeOf(await pageOf(old))).toBe('payments.none');
    const { payUrl } = (await pay(id)).body;
    expect((await pageOf(payUrl)).json()).toMatchObject({ state: 'open', amountMinor: 18_200 });
    await payAt(payUrl);
    expect(await stateOf(id)).toBe('Completed');
  });

  it('keeps a card that was issued in the meantime', async () => {
    const id = await createInState('PaymentDue');
    const { payUrl } = (await pay(id)).body;
    const licenseID = await certifyFor(70);
    await payAt(payUrl);
    expect(await read(id)).toMatchObject({ state: 'Completed', licenseID });
    expect(await cardsOf()).toMatchObject([{ ecard_source: 'association' }]);
  });

  it('promotes the applicant to instructor', async () => {
    const id = await begin('candidate', 2);
    await rows(
      `update application set state = 'PaymentDue', instructor_id = $2, fee_minor = 34500, currency = 'USD' where id = $1`,
      [id, affiliateIdOf('instructor')],
    );
    await rows(
      `insert into application_step (affiliate_id, application_id, id, action, from_state, to_state, by_role, at)
       values ($1, $2, $3, 'approve', 'SubmittedToAssociation', 'PaymentDue', 'staff', now())`,
      [candidate, id, randomUUID()],
    );
    await payAt((await pay(id)).body.payUrl);
    const [person] = await rows<Record<string, unknown>>(
      'select affiliate_type_id, member_number, member_status from person where affiliate_id = $1',
      [candidate],
    );
    const audited = await rows(
      `select from audit_entry where action = 'application.promoted' and subject = $1
      and data->>'affiliateTypeId' = '${affiliateType.instructor}'`,
      [`person:${candidate}`],
    );
    await rows(
      `update person set affiliate_type_id = ${affiliateType.diver}, member_number = null, member_status = null
       where affiliate_id = $1`,
      [candidate],
    );
    expect(person).toMatchObject({ affiliate_type_id: affiliateType.instructor, member_status: 'Active' });
    expect(Number(person?.['member_number'])).toBeGreaterThanOrEqual(410_001);
    expect(audited).toHaveLength(1);
    expect(await cardsOf(80)).toHaveLength(1);
  });
});

describe('POST Applications/{id}/pay', () => {
  it.each([
    'Draft',
    'SubmittedToInstructor',
    'MemberReview',
    'Returned',
    'SubmittedToAssociation',
    'Rejected',
  ] as const)('is not available in state %s', async (state) => {
    const id = await createInState(state);
    expect((await pay(id)).errors).toEqual(['applications.no_fee_due']);
    expect(await rows(`select from payment where reference ->> 'applicationId' = $1`, [String(id)])).toEqual([]);
  });

  it('returns the link only to the applicant', async () => {
    const id = await createInState('PaymentDue');
    expect((await pay(id, 'instructor')).errors).toEqual(['applications.out_of_turn']);
    expect((await pay(id, 'otherInstructor')).errors).toEqual(['not_found']);
    expect((await pay(id, 'diver')).errors).toEqual(['not_found']);
    expect((await pay(id, 'store')).errors).toEqual(['access.denied']);
    expect((await pay(id, null)).status).toBe(401);
    expect((await pay(id, 'staff')).body).toEqual({ payUrl: null, mail: 'on_its_way' });
  });
});
