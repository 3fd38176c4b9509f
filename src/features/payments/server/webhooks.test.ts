import { describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { createClubFixture } from '#test/support/api/club-testing.ts';
import { createTestGateway } from './gateway/test-gateway.ts';

const portal = await testPortal();
const { services } = portal;
const { pool } = services.database;
const { newDiver, join, payAt, read } = createClubFixture(portal);
const gateway = createTestGateway(services);

const post = (body: Buffer | string, headers: Record<string, string>, name = 'test') =>
  portal.app.inject({ method: 'POST', url: `/api/shop/webhooks/${name}`, payload: body, headers });

/** Paid on its page, and the portal does not know. */
async function withPaid() {
  const diver = await newDiver();
  const { payUrl } = (await join(diver.email, 'first')).json();
  await payAt(payUrl, '4242', 'never');
  const { rows } = await pool.query<{ payment_id: string }>('select payment_id from payment where affiliate_id = $1', [
    diver.affiliateId,
  ]);
  const paymentId = rows[0]?.payment_id ?? '';
  return { ...diver, paymentId, notice: gateway.writeNotice(paymentId) };
}

describe('a notice of the payment service', () => {
  it('settles what it names, however often and however many at once', async () => {
    const { email, notice } = await withPaid();
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(notice.body, notice.headers)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
    expect((await read(email)).history).toHaveLength(1);
    expect((await post(notice.body, notice.headers)).statusCode).toBe(200);
  });

  it('is taken byte by byte, whatever it calls itself', async () => {
    const { email, notice } = await withPaid();
    const type = { 'content-type': 'application/json; charset=utf-8' };
    expect((await post(notice.body, { ...notice.headers, ...type })).statusCode).toBe(200);
    expect((await read(email)).history).toHaveLength(1);
  });

  it.each([
    ['no signature', () => ({})],
    [
      'a wrong one',
      (headers: object) => Object.fromEntries(Object.keys(headers).map((name) => [name, 'a'.repeat(64)])),
    ],
    ['that of another notice', () => gateway.writeNotice('another').headers],
  ])('with %s changes nothing', async (_name, headersFor) => {
    const { email, notice } = await withPaid();
    const answer = await post(notice.body, headersFor(notice.headers));
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([400, 'payments.bad_signature']);
    expect((await read(email)).history).toEqual([]);
  });

  it('is not believed: what nobody paid stays unpaid', async () => {
    const { email } = await newDiver();
    await join(email, 'first');
    const { rows } = await pool.query<{ payment_id: string }>('select payment_id from payment where state = $1', [
      'open',
    ]);
    for (const { payment_id: paymentId } of rows) {
      const { body, headers } = gateway.writeNotice(paymentId);
      expect((await post(body, headers)).statusCode).toBe(200);
    }
    expect((await read(email)).history).toEqual([]);
  });

  it.each(['00000000-0000-4000-8000-000000000000', 'nothing'])('about %s is taken and forgotten', async (paymentId) => {
    const { body, headers } = gateway.writeNotice(paymentId);
    expect((await post(body, headers)).statusCode).toBe(200);
  });

  it('for a payment service that is not set up has nobody to take it', async () => {
    const { notice } = await withPaid();
    const answer = await post(notice.body, notice.headers, 'stripe');
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([404, 'not_found']);
  });

  it('that is far too long is not read', async () => {
    expect((await post(Buffer.alloc(300 * 1024), {})).statusCode).toBe(413);
  });
});
