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

/** Pays on the page without a webhook, so the portal does not know. */
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

describe('POST webhooks/{gateway}', () => {
  it('settles the payment once when sent repeatedly and concurrently', async () => {
    const { email, notice } = await withPaid();
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(notice.body, notice.headers)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
    expect((await read(email)).history).toHaveLength(1);
    expect((await post(notice.body, notice.headers)).statusCode).toBe(200);
  });

  it('verifies the raw bytes with any content type', async () => {
    const { email, notice } = await withPaid();
    const type = { 'content-type': 'application/json; charset=utf-8' };
    expect((await post(notice.body, { ...notice.headers, ...type })).statusCode).toBe(200);
    expect((await read(email)).history).toHaveLength(1);
  });

  it.each([
    ['no signature', () => ({})],
    [
      'a wrong signature',
      (headers: object) => Object.fromEntries(Object.keys(headers).map((name) => [name, 'a'.repeat(64)])),
    ],
    ['the signature of another event', () => gateway.writeNotice('another').headers],
  ])('returns 400 with %s and changes nothing', async (_name, headersFor) => {
    const { email, notice } = await withPaid();
    const answer = await post(notice.body, headersFor(notice.headers));
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([400, 'payments.bad_signature']);
    expect((await read(email)).history).toEqual([]);
  });

  it('does not trust the event: an unpaid payment stays open', async () => {
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

  it.each(['00000000-0000-4000-8000-000000000000', 'nothing'])('ignores an event about %s', async (paymentId) => {
    const { body, headers } = gateway.writeNotice(paymentId);
    expect((await post(body, headers)).statusCode).toBe(200);
  });

  it('returns 404 for a gateway that is not configured', async () => {
    const { notice } = await withPaid();
    const answer = await post(notice.body, notice.headers, 'stripe');
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([404, 'not_found']);
  });

  it('returns 413 for a body that is too large', async () => {
    expect((await post(Buffer.alloc(300 * 1024), {})).statusCode).toBe(413);
  });
});
