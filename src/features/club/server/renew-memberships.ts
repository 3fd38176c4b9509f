import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { defineJob } from '#platform/server/jobs/jobs.ts';
import { isDeletionRequested } from '#features/account/server/public.ts';
import { toIsoDate } from '#features/account/shared/rules.ts';
import {
  type Billing,
  type TransactionContext,
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
import {
  daysBetween,
  listDeclinedCharges,
  clubPrices,
  getDueReminder,
} from '#features/club/shared/membership-rules.ts';
import { loadBrand } from '#platform/server/config/brand.ts';
import { clubPurposeName, expireMembership } from './payment-purpose.ts';
import * as sql from './queries.ts';
import { type ClubState, lockClubState } from './club-state.ts';
import { notifyMember } from './notifications.ts';

/** Sends reminders, charges renewals and ends memberships. Every step happens once, so the job can run at any time. */
export const renewMemberships = (purposes: PaymentPurposes) =>
  defineJob(
    'club.tend',
    {
      schema: z.object({}),
      cron: '3 * * * *',
      formerName: 'club.daily',
      retryLimit: 0,
      concurrency: 1,
      expireInS: 3_500,
    },
    async ({ services, now, log }) => {
      for (const { affiliateId } of await sql.listDueMembers(services.database.db, toIsoDate(now))) {
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
  doing: OperationContext,
  purposes: PaymentPurposes,
  affiliateId: number,
  gateway?: Gateway,
): Promise<void> {
  const paymentId = await doing.services.database.inTransaction(doing.correlationId, async (db) => {
    const state = await lockClubState(db, affiliateId, doing.now);
    const charging = await findPendingCharge(db, affiliateId, clubPurposeName);
    if (charging !== null) return charging;
    return (await isDeletionRequested(db, affiliateId)) ? null : processDueDate({ ...doing, db }, state);
  });
  if (paymentId !== null) await settlePayment(doing, purposes, paymentId, gateway);
}

/** Handles what is due today. A charge is only reserved here and settled after the transaction. */
async function processDueDate(doing: TransactionContext, state: ClubState): Promise<string | null> {
  const { affiliateId, today, standing, membership } = state;
  const { status, endsOn, renewal } = standing;
  if (endsOn === null) return null;
  if (today < endsOn) await sendReminder(doing, state, endsOn);
  else if (status === 'expired') {
    const isTrial = membership.periods.find((one) => one.endsOn === endsOn)?.kind === 'trial';
    await expireMembership(doing, affiliateId, endsOn, isTrial ? 'trial' : 'year');
  } else if (renewal !== null && renewal.on <= today) return reserveRenewalCharge(doing, state, endsOn);
  return null;
}

async function sendReminder(doing: TransactionContext, state: ClubState, endsOn: string): Promise<void> {
  const { affiliateId: to, today, standing, membership, row } = state;
  const reminder = getDueReminder(endsOn, today);
  if (reminder === null) return;
  const [isNew] = await sql.insertReminder(doing.db, to, endsOn, reminder, doing.now);
  if (isNew === undefined) return;
  const days = daysBetween(today, endsOn);
  const key = `${endsOn} ${reminder}`;
  const { renewal, status } = standing;
  const billing = await readBilling(doing, to);
  const isRenewing = membership.isRenewing && membership.hasCard && canRenew(billing);
  const quote = renewal && quoteDigital(doing, billing, clubPrices[renewal.kind]);
  await (isRenewing && quote !== null
    ? notifyMember(doing, {
        to,
        notice: clubNotices.renewsSoon,
        on: endsOn,
        price: { minor: quote.totalMinor, currency: quote.currency },
        values: { days, digits: row.hint ?? '' },
        key,
      })
    : notifyMember(doing, {
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
async function reserveRenewalCharge(
  doing: TransactionContext,
  state: ClubState,
  dueOn: string,
): Promise<string | null> {
  const { affiliateId, standing, membership, row } = state;
  if (row.method === null || standing.renewal === null || getGatewayName(doing.services) === null) return null;
  const { kind } = standing.renewal;
  const billing = await readBilling(doing, affiliateId);
  if (!canRenew(billing)) return null;
  const quote = quoteDigital(doing, billing, clubPrices[kind]);
  const number = listDeclinedCharges(membership, dueOn).length + 1;
  const { club } = loadBrand(doing.services.env.BRAND_FILE);
  return reserveCharge(doing, {
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
