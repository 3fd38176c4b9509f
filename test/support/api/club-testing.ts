import { randomUUID } from 'node:crypto';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { vi } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import type { Services } from '#platform/server/http/context.ts';
import type { JobContext } from '#platform/server/jobs/jobs.ts';
import type { ClubPage, PeriodKind } from '#features/club/shared/contract.ts';
import { paymentPurposes } from '#app/server/payment-purposes.ts';
import { renewMemberships } from '#features/club/server/public.ts';

interface TestPortal {
  services: Services;
  request(
    email: string | null,
    method: InjectOptions['method'],
    url: string,
    payload?: unknown,
  ): Promise<LightMyRequestResponse>;
}

const firstAffiliateId = 500_001;

/** New divers, a movable clock and requests about the club. */
export function createClubFixture(portal: TestPortal) {
  const { pool } = portal.services.database;
  let count = 0;

  /** A certified diver without a membership. */
  async function newDiver(certDate: string | null = '2020-05-01'): Promise<{ email: string; affiliateId: number }> {
    const affiliateId = firstAffiliateId + count++;
    const email = `diver${affiliateId}@demo.test`;
    await pool.query(
      `insert into person (affiliate_id, sub, email, given_name, family_name, affiliate_type_id, country,
         birthdate, email_verified_at)
       values ($1, $2, $3, 'Noa', 'Berg', ${affiliateType.diver}, 'US', '1990-01-02', now())`,
      [affiliateId, randomUUID(), email],
    );
    if (certDate !== null) await certify(affiliateId, 10, certDate);
    return { email, affiliateId };
  }

  async function certify(affiliateId: number, levelID: number, certDate = '2020-05-01'): Promise<number> {
    const { rows } = await pool.query<{ license_id: number }>(
      'insert into certification (affiliate_id, level_id, cert_date) values ($1, $2, $3) returning license_id',
      [affiliateId, levelID, certDate],
    );
    return rows[0]?.license_id ?? 0;
  }

  const read = async (email: string): Promise<ClubPage> =>
    (await portal.request(email, 'GET', '/api/shop/club')).json();
  const join = (email: string, kind: PeriodKind, isRenewing = true, key: string = randomUUID()) =>
    portal.request(email, 'POST', '/api/shop/club/join', { key, kind, isRenewing });
  const payAt = (payUrl: string, card: string, webhookMode = 'now') =>
    portal.request(null, 'POST', `/api/shop${payUrl}`, { card, news: webhookMode });
  /** Buys a period on the payment page. */
  async function buy(email: string, kind: PeriodKind, card = '4242', isRenewing = true): Promise<ClubPage> {
    const { payUrl } = (await join(email, kind, isRenewing)).json();
    const paid = await payAt(payUrl, card);
    if (paid.json().state !== 'paid') throw new Error(`club payment failed: ${paid.body}`);
    return read(email);
  }

  /** Moves the portal's clock. The database clock, which expires links, is unchanged. */
  function goTo(day: string): void {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T09:00:00Z`) });
  }

  async function runClubMaintenance(): Promise<void> {
    const failures: unknown[] = [];
    const log = { error: ({ err }: { err: unknown }) => failures.push(err) };
    const { services } = portal;
    await renewMemberships(paymentPurposes).run(
      { services, database: services.database, now: new Date(), log } as unknown as JobContext,
      {},
    );
    if (failures.length > 0) throw new AggregateError(failures, 'membership renewal failed');
  }

  const noticeKindsOf = async (affiliateId: number): Promise<string[]> =>
    (
      await pool.query<{ kind: string }>(
        `select kind from notification where affiliate_id = $1 and kind like 'club.%' order by timestamp`,
        [affiliateId],
      )
    ).rows.map(({ kind }) => kind);

  return { newDiver, certify, read, join, payAt, buy, goTo, runClubMaintenance, noticeKindsOf };
}
