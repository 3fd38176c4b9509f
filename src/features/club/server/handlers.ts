import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { findPaymentByKey, readBilling } from '#features/payments/server/public.ts';
import { failPayment } from '#features/payments/shared/contract.ts';
import { type ClubPage, type clubEndpoints, fail, type OfferKind } from '#features/club/shared/contract.ts';
import { startTrial } from './start-membership.ts';
import { toClubPage } from './club-page.ts';
import { openYearPayment } from './open-year-payment.ts';
import { hasPendingCharge } from './payment-purpose.ts';
import * as queries from './queries.ts';
import { lockClubState, readClubState } from './club-state.ts';

export const clubHandlers: Handlers<typeof clubEndpoints> = {
  'GET club': readClubPage,

  async 'POST club/join'(ctx, { body: { key, kind, isRenewing } }) {
    const payUrl = kind === 'trial' ? await joinTrial(ctx, key) : await payForYear(ctx, key, kind, isRenewing);
    return { payUrl, club: await readClubPage(ctx) };
  },

  async 'PUT club/renewal'(ctx, { body: { isRenewing, version } }) {
    const { db, user, now } = ctx;
    await queries.lockMembership(db, { affiliateId: user.affiliateId });
    const { row, membershipStatus } = await readClubState(db, user.affiliateId, now);
    if ((row.version ?? 0) !== version) throw fail('club.stale', { path: 'version' });
    if (isRenewing && membershipStatus.renewal === null) throw fail('club.not_allowed');
    if (isRenewing && row.method === null) throw fail('club.no_payment_method');
    if (!isRenewing && (await hasPendingCharge(db, user.affiliateId))) throw fail('club.charging');
    await queries.updateRenewing(db, { affiliateId: user.affiliateId, isRenewing });
    return readClubPage(ctx);
  },
};

async function readClubPage(ctx: Context): Promise<ClubPage> {
  const { db, user, now, services } = ctx;
  const [state, billing] = await Promise.all([
    readClubState(db, user.affiliateId, now),
    readBilling(ctx, user.affiliateId),
  ]);
  return toClubPage(services, state, billing);
}

async function joinTrial(ctx: Context, key: string): Promise<null> {
  const { country } = await readBilling(ctx, ctx.user.affiliateId);
  if (country === '') throw failPayment('payments.country_needed', { path: 'country' });
  const state = await lockClubState(ctx.db, ctx.user.affiliateId, ctx.now);
  if (state.membership.periods.some(({ id, kind }) => id === key && kind === 'trial')) return null;
  const isOpen =
    state.membershipStatus.offers.includes('trial') && !(await hasPendingCharge(ctx.db, ctx.user.affiliateId));
  if (!isOpen) throw fail('club.not_allowed', { path: 'kind' });
  await startTrial(ctx, state, key);
  return null;
}

/** The year starts when it is paid; eligibility is checked again then. */
async function payForYear(ctx: Context, key: string, kind: OfferKind, isRenewing: boolean): Promise<string | null> {
  const { affiliateId } = ctx.user;
  const opened = await findPaymentByKey(ctx.db, affiliateId, key);
  if (opened?.state === 'paid') return null;
  return (await openYearPayment(ctx, { payerId: affiliateId, memberId: affiliateId, key, kind, isRenewing })).url;
}
