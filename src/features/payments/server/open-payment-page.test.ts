import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPaymentsFixture } from '#test/support/api/payments-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { Principal } from '#platform/server/auth/access-tokens.ts';
import type { Gateway, PageRequest } from './gateway/gateway.ts';
import { openPaymentPage } from './open-payment-page.ts';
import { findPayment } from './queries.ts';
import { createTestGateway } from './gateway/test-gateway.ts';

const portal = await testPortal();
const { services } = portal;
const { db } = services.database;
const { newPerson, open, settle, pay, stateOf, refundedOf, gatewayEntriesOf, purposes, createContext } =
  await createPaymentsFixture(portal);
const real = createTestGateway(services);
const stranger = { locale: 'en-US' } as const;

afterEach(() => vi.useRealTimers());

async function openPage(paymentId: string, gateway: Gateway = real, user: Principal | null = null) {
  const payment = await findPayment.first(db, { paymentId });
  if (payment === undefined) throw new Error(`payment ${paymentId} not found`);
  return openPaymentPage(
    createContext(),
    purposes,
    payment,
    { ...stranger, isOwn: user?.affiliateId === payment.affiliateId },
    gateway,
  );
}

describe('openPaymentPage', () => {
  it('returns one page when opened concurrently', async () => {
    const { paymentId } = await open((await newPerson()).affiliateId);
    const pages = await Promise.all(Array.from({ length: 10 }, () => openPage(paymentId)));
    expect(new Set(pages.map(({ pageId }) => pageId)).size).toBe(1);
    expect((await openPage(paymentId)).pageId).toBe(pages[0]?.pageId);
  });

  it('opens a new page when the process died before saving the first', async () => {
    const { paymentId, url } = await open((await newPerson()).affiliateId);
    const lost: string[] = [];
    const dying: Gateway = {
      ...real,
      async openPage(request) {
        lost.push((await real.openPage(request)).pageId);
        throw new Error('connection lost');
      },
    };
    await expect(openPage(paymentId, dying)).rejects.toMatchObject({ code: 'payments.gateway_down' });
    const { pageId } = await openPage(paymentId);
    expect(lost).not.toContain(pageId);
    await pay(url, '4242');
    expect((await settle(paymentId))?.state).toBe('paid');
    expect([await gatewayEntriesOf(paymentId), await refundedOf(paymentId)]).toEqual([[['page', 4200]], [0]]);
  });

  it('opens another page after the first expired', async () => {
    const { affiliateId } = await newPerson();
    const { paymentId, key } = await open(affiliateId);
    const first = await openPage(paymentId);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 50 * 60_000 });
    await open(affiliateId, { key });
    expect((await openPage(paymentId)).pageId).toBe(first.pageId);
    vi.setSystemTime(Date.now() + 20 * 60_000);
    const second = await openPage(paymentId);
    expect(second.pageId).not.toBe(first.pageId);
    expect(await real.payPage(first.pageId, '4242')).toBeNull();
    vi.setSystemTime(Date.now() + 60 * 60_000);
    await expect(openPage(paymentId)).rejects.toMatchObject({ code: 'payments.none' });
  });

  it('returns payments.settled and settles the payment when the page was paid', async () => {
    const { paymentId, url } = await open((await newPerson()).affiliateId);
    await pay(url, '4242');
    await expect(openPage(paymentId)).rejects.toMatchObject({ code: 'payments.settled' });
    expect([await stateOf(paymentId), await refundedOf(paymentId)]).toEqual(['paid', [0]]);
  });

  it('passes the email only for the owner and returns to the original page', async () => {
    const { affiliateId, email } = await newPerson();
    const requests: PageRequest[] = [];
    const recordingGateway: Gateway = {
      ...real,
      openPage: (request) => (requests.push(request), real.openPage(request)),
    };
    const owner = { affiliateId } as Principal;
    for (const user of [null, { affiliateId: affiliateId - 1 } as Principal, owner])
      await openPage((await open(affiliateId)).paymentId, recordingGateway, user);
    expect(requests.map((request) => request.email)).toEqual([null, null, email]);
    const back = new URL(requests[0]?.returnUrl ?? '');
    expect(back.origin).toBe(services.env.BASE_URL);
    expect(Object.fromEntries(back.searchParams)).toEqual({ payment: 'paid', paymentId: requests[0]?.paymentId });
    expect(new URL(requests[0]?.leaveUrl ?? '').searchParams.get('payment')).toBe('left');
  });
});
