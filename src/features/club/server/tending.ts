import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { defineJob } from '../../../platform/server/jobs.ts';
import { isBeingDeleted } from '../../account/server/public.ts';
import { dayOf } from '../../account/shared/rules.ts';
import {
  type Billing,
  type Doing,
  type DoingLater,
  findCharging,
  type Gateway,
  gatewayNameOf,
  type Purposes,
  quoteDigital,
  readBilling,
  reserveCharge,
  settlePayment,
} from '../../payments/server/public.ts';
import { clubNotices } from '../shared/notices.ts';
import { daysBetween, declinedFor, prices, reminderOn } from '../shared/rules.ts';
import { readBrand } from '../../../platform/server/brand.ts';
import { clubPurposeName, expire } from './purpose.ts';
import * as sql from './sql.ts';
import { type ClubState, lockState } from './state.ts';
import { tell } from './telling.ts';

/** Reminders, renewals and the end. It may run as often as it likes: each is done once. */
export const tendClub = (purposes: Purposes) =>
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
      for (const { affiliateId } of await sql.listDue(services.database.db, dayOf(now))) {
        try {
          await tendMember({ services, now, correlationId: randomUUID() }, purposes, affiliateId);
        } catch (error) {
          // The others are not to wait for it; the next hour tries again.
          log.error({ err: error, affiliateId }, 'membership maintenance failed');
        }
      }
    },
  );

export async function tendMember(
  doing: DoingLater,
  purposes: Purposes,
  affiliateId: number,
  gateway?: Gateway,
): Promise<void> {
  const paymentId = await doing.services.database.inTransaction(doing.correlationId, async (db) => {
    const state = await lockState(db, affiliateId, doing.now);
    const charging = await findCharging(db, affiliateId, clubPurposeName);
    if (charging !== null) return charging;
    return (await isBeingDeleted(db, affiliateId)) ? null : tend({ ...doing, db }, state);
  });
  if (paymentId !== null) await settlePayment(doing, purposes, paymentId, gateway);
}

/** What is due today; a charge is only prepared here. */
async function tend(doing: Doing, state: ClubState): Promise<string | null> {
  const { affiliateId, today, standing, membership } = state;
  const { status, endsOn, renewal } = standing;
  if (endsOn === null) return null;
  if (today < endsOn) await remind(doing, state, endsOn);
  else if (status === 'expired') {
    const isTrial = membership.periods.find((one) => one.endsOn === endsOn)?.kind === 'trial';
    await expire(doing, affiliateId, endsOn, isTrial ? 'trial' : 'year');
  } else if (renewal !== null && renewal.on <= today) return reserve(doing, state, endsOn);
  return null;
}

async function remind(doing: Doing, state: ClubState, endsOn: string): Promise<void> {
  const { affiliateId: to, today, standing, membership, row } = state;
  const reminder = reminderOn(endsOn, today);
  if (reminder === null) return;
  const [isNew] = await sql.insertReminder(doing.db, to, endsOn, reminder, doing.now);
  if (isNew === undefined) return;
  const days = daysBetween(today, endsOn);
  const key = `${endsOn} ${reminder}`;
  const { renewal, status } = standing;
  const billing = await readBilling(doing, to);
  const isRenewing = membership.isRenewing && membership.hasCard && canRenew(billing);
  const quote = renewal && quoteDigital(doing, billing, prices[renewal.kind]);
  await (isRenewing && quote !== null
    ? tell(doing, {
        to,
        notice: clubNotices.renewsSoon,
        on: endsOn,
        price: { minor: quote.totalMinor, currency: quote.currency },
        values: { days, digits: row.hint ?? '' },
        key,
      })
    : tell(doing, {
        to,
        notice: clubNotices.endsSoon,
        on: endsOn,
        values: { days, kind: status === 'trial' ? 'trial' : 'year' },
        key,
      }));
}

/** A card is charged only where the tax is known, and never a minor's: they are told that the year ends. */
function canRenew({ country, isMinor, needsBirthdate }: Billing): boolean {
  return country !== '' && !isMinor && !needsBirthdate;
}

/** The key is the person, the day and the try: whoever does it again does the same. */
async function reserve(doing: Doing, state: ClubState, dueOn: string): Promise<string | null> {
  const { affiliateId, standing, membership, row } = state;
  if (row.method === null || standing.renewal === null || gatewayNameOf(doing.services) === null) return null;
  const { kind } = standing.renewal;
  const billing = await readBilling(doing, affiliateId);
  if (!canRenew(billing)) return null;
  const quote = quoteDigital(doing, billing, prices[kind]);
  const number = declinedFor(membership, dueOn).length + 1;
  const { club } = readBrand(doing.services.env.BRAND_FILE);
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
