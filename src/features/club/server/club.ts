import type { Handlers } from '../../../platform/server/calls.ts';
import type { Context } from '../../../platform/server/context.ts';
import { findOpened, readBilling } from '../../payments/server/public.ts';
import { failPayment } from '../../payments/shared/contract.ts';
import { type ClubPage, type clubCalls, fail, type OfferKind } from '../shared/contract.ts';
import { beginTrial } from './begin.ts';
import { describeClub } from './page.ts';
import { openYearPayment } from './open-year.ts';
import { isCharging } from './purpose.ts';
import * as sql from './sql.ts';
import { lockState, readState } from './state.ts';

export const clubHandlers: Handlers<typeof clubCalls> = {
  'GET club': readPage,

  async 'POST club/join'(ctx, { body: { key, kind, isRenewing } }) {
    const payUrl = kind === 'trial' ? await takeTrial(ctx, key) : await openYear(ctx, key, kind, isRenewing);
    return { payUrl, club: await readPage(ctx) };
  },

  async 'PUT club/renewal'(ctx, { body: { isRenewing, version } }) {
    const { db, user, now } = ctx;
    await sql.lockMembership(db, user.affiliateId);
    const { row, standing } = await readState(db, user.affiliateId, now);
    if ((row.version ?? 0) !== version) throw fail('club.stale', { path: 'version' });
    if (isRenewing && standing.renewal === null) throw fail('club.not_allowed');
    if (isRenewing && row.method === null) throw fail('club.no_payment_method');
    if (!isRenewing && (await isCharging(db, user.affiliateId))) throw fail('club.charging');
    await sql.setRenewing(db, user.affiliateId, isRenewing);
    return readPage(ctx);
  },
};

async function readPage(ctx: Context): Promise<ClubPage> {
  const { db, user, now, services } = ctx;
  const [state, billing] = await Promise.all([
    readState(db, user.affiliateId, now),
    readBilling(ctx, user.affiliateId),
  ]);
  return describeClub(services, state, billing);
}

async function takeTrial(ctx: Context, key: string): Promise<null> {
  const { country } = await readBilling(ctx, ctx.user.affiliateId);
  if (country === '') throw failPayment('payments.country_needed', { path: 'country' });
  const state = await lockState(ctx.db, ctx.user.affiliateId, ctx.now);
  if (state.membership.periods.some(({ id, kind }) => id === key && kind === 'trial')) return null;
  const isOpen = state.standing.offers.includes('trial') && !(await isCharging(ctx.db, ctx.user.affiliateId));
  if (!isOpen) throw fail('club.not_allowed', { path: 'kind' });
  await beginTrial(ctx, state, key);
  return null;
}

/** Nothing begins before it is paid; whether it still may is asked again then. */
async function openYear(ctx: Context, key: string, kind: OfferKind, isRenewing: boolean): Promise<string | null> {
  const { affiliateId } = ctx.user;
  const opened = await findOpened(ctx.db, affiliateId, key);
  if (opened?.state === 'paid') return null;
  return (await openYearPayment(ctx, { payerId: affiliateId, memberId: affiliateId, key, kind, isRenewing })).url;
}
