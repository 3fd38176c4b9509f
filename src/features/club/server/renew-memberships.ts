import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { defineJob } from '#platform/server/jobs/jobs.ts';
import { isDeletionRequested } from '#features/account/server/public.ts';
import { toIsoDate, daysBetween } from '#platform/shared/dates.ts';
import type { TransactionContext } from '#platform/server/http/context.ts';
import {
  type Billing,
  type OperationContext,
  findPendingCharge,
  type Gateway,
  getGatewayName,
  type PaymentPurposes,
  quoteDigital,
  readBilling,
  reserveCharge,
  settlePayment,
} from '#features/payments/server/public.ts';
import { clubNotices } from '#features/club/shared/notices.ts';
import { listDeclinedCharges, clubPrices, getDueReminder } from '#features/club/shared/membership-rules.ts';
import { loadBrand } from '#platform/server/config/brand.ts';
import { clubPurposeName, expireMembership } from './payment-purpose.ts';
import * as queries from './queries.ts';
import { type ClubState, lockClubState } from './club-state.ts';
import { notifyMember } from './notifications.ts';

/** Sends reminders, charges renewals and ends memberships. Every step happens once, so the job can run at any time. */
export const renewMemberships = (purposes: PaymentPurposes) =>
  defineJob(
    'club.tend',
    {
      schema: z.object({}),
      cron: '3 * * * *',
      retryLimit: 0,
      concurrency: 1,
      expireInS: 3_500,
    },
    async ({ services, now, log }) => {
      for (const { affiliateId } of await queries.listDueMembers(services.database.db, { today: toIsoDate(now) })) {
        try {
          await processMember({ services, now, correlationId: randomUUID() }, purposes, affiliateId);
        } catch (error) {
          // One failure must not block the other members; the next run retries it.
          log.error({ err: error, affiliateId }, 'membership renewal failed');
        }
      }
    },
  );

export async function processMember(
  ctx: OperationContext,
  purposes: PaymentPurposes,
  affiliateId: number,
  gateway?: Gateway,
): Promise<void> {
  const paymentId = await ctx.services.database.inTransaction(ctx.correlationId, async (db) => {
    const state = await lockClubState(db, affiliateId, ctx.now);
    const charging = await findPendingCharge(db, affiliateId, clubPurposeName);
    if (charging !== null) return charging;
    return (await isDeletionRequested(db, affiliateId)) ? null : processDueDate({ ...ctx, db }, state);
  });
  if (paymentId !== null) await settlePayment(ctx, purposes, paymentId, gateway);
}

/** Handles what is due today. A charge is only reserved here and settled after the transaction. */
async function processDueDate(ctx: TransactionContext, state: ClubState): Promise<string | null> {
  const { affiliateId, today, membershipStatus, membership } = state;
  const { status, endsOn, renewal } = membershipStatus;
  if (endsOn === null) return null;
  if (today < endsOn) await sendReminder(ctx, state, endsOn);
  else if (status === 'expired') {
    const isTrial = membership.periods.find((one) => one.endsOn === endsOn)?.kind === 'trial';
    await expireMembership(ctx, affiliateId, endsOn, isTrial ? 'trial' : 'year');
  } else if (renewal !== null && renewal.on <= today) return reserveRenewalCharge(ctx, state, endsOn);
  return null;
}

async function sendReminder(ctx: TransactionContext, state: ClubState, endsOn: string): Promise<void> {
  const { affiliateId: to, today, membershipStatus, membership, row } = state;
  const daysBefore = getDueReminder(endsOn, today);
  if (daysBefore === null) return;
  const reminder = { affiliateId: to, endsOn, daysBefore, now: ctx.now };
  if ((await queries.insertReminder.first(ctx.db, reminder)) === undefined) return;
  const days = daysBetween(today, endsOn);
  const key = `${endsOn} ${daysBefore}`;
  const { renewal, status } = membershipStatus;
  const billing = await readBilling(ctx, to);
  const isRenewing = membership.isRenewing && membership.hasCard && canRenew(billing);
  const quote = renewal && quoteDigital(ctx, billing, clubPrices[renewal.kind]);
  await (isRenewing && quote !== null
    ? notifyMember(ctx, {
        to,
        notice: clubNotices.renewsSoon,
        on: endsOn,
        price: { minor: quote.totalMinor, currency: quote.currency },
        values: { days, digits: row.hint ?? '' },
        key,
      })
    : notifyMember(ctx, {
        to,
        notice: clubNotices.endsSoon,
        on: endsOn,
        values: { days, kind: status === 'trial' ? 'trial' : 'year' },
        key,
      }));
}

/** A card is charged only if the tax is known, and never for a minor; they are notified that the year ends. */
function canRenew({ country, isMinor, needsBirthdate }: Billing): boolean {
  return country !== '' && !isMinor && !needsBirthdate;
}

/** The key consists of member, due date and attempt, so a repeated run makes the same charge. */
async function reserveRenewalCharge(ctx: TransactionContext, state: ClubState, dueOn: string): Promise<string | null> {
  const { affiliateId, membershipStatus, membership, row } = state;
  if (row.method === null || membershipStatus.renewal === null || getGatewayName(ctx.services) === null) return null;
  const { kind } = membershipStatus.renewal;
  const billing = await readBilling(ctx, affiliateId);
  if (!canRenew(billing)) return null;
  const quote = quoteDigital(ctx, billing, clubPrices[kind]);
  const number = listDeclinedCharges(membership, dueOn).length + 1;
  const { club } = loadBrand(ctx.services.env.BRAND_FILE);
  return reserveCharge(ctx, {
    affiliateId,
    key: `${clubPurposeName} ${affiliateId} ${dueOn} ${number}`,
    purpose: clubPurposeName,
    reference: { kind, dueOn, number, quote },
    amountMinor: quote.totalMinor,
    currency: quote.currency,
    description: club,
    returnPath: '/club',
    method: row.method,
    hint: row.hint,
  });
}
