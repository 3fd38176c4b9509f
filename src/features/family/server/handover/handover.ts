import * as z from 'zod';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Db } from '#platform/server/db/database.ts';
import { defineJob, type JobContext } from '#platform/server/jobs/jobs.ts';
import { createLink, peekLink, redeemLink } from '#platform/server/auth/single-use-links.ts';
import { assertSameOrigin } from '#platform/server/auth/access.ts';
import { recordSecurityEvent } from '#platform/server/auth/security-events.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { pickLocale } from '#platform/shared/locale.ts';
import { requireSubject, endLinkedSessions, updateEmail } from '#features/account/server/public.ts';
import { fail as failAccount } from '#features/account/shared/contract.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { isMinor, getAdultDate } from '#domain/age.ts';
import type { TransactionContext } from '#platform/server/http/context.ts';
import { prepareAccountClaim, claimAccount } from '#features/identity/server/public.ts';
import { fail, type familyEndpoints } from '#features/family/shared/contract.ts';
import { familyNotices } from '#features/family/shared/notices.ts';
import { isHandoverNear, handoverWarningDays } from '#features/family/shared/rules.ts';
import {
  deleteInvites,
  deleteLinks,
  listDueHandovers,
  listFormerGuardians,
  markHandoverDone,
  markHandoverWarned,
} from './queries.ts';
import { deleteOldInvites } from '#features/family/server/invites/queries.ts';
import { deleteOldRemovals } from '#features/family/server/guardians/removal-queries.ts';
import * as queries from '#features/family/server/queries.ts';
import { notifyPerson } from '#features/family/server/notify-family.ts';
import { recordFamilyAudit } from '#features/family/server/audit.ts';

const purpose = 'handover';
const lifetimeS = 60 * 86_400;

/**
 * Notifies people who are about to come of age, and ends guardianship on the day. A failed account doesn't stop the
 * others.
 */
export const handOverAccounts = defineJob(
  'family.handover',
  { schema: z.object({}), cron: '11 2 * * *' },
  async (job) => {
    const { database, now, log } = job;
    const soon = new Date(now.getTime() + handoverWarningDays * 86_400_000);
    const failures: unknown[] = [];
    for (const { affiliateId } of await listDueHandovers(database.db, { today: toIsoDate(now), soon: toIsoDate(soon) }))
      try {
        await database.inTransaction('family.handover', (db) =>
          processHandover(toTransactionContext(job, db), affiliateId),
        );
      } catch (error) {
        log.error({ err: error, affiliateId }, 'account handover failed');
        failures.push(error);
      }
    await deleteOldInvites(database.db, { now });
    await deleteOldRemovals(database.db, { now });
    if (failures.length > 0) throw new AggregateError(failures, `handover failed for ${failures.length} accounts`);
  },
);

const toTransactionContext = ({ services, now }: JobContext, db: Db): TransactionContext => ({
  services,
  db,
  now,
  correlationId: 'family.handover',
});

/** Reads the person again under the lock, because another process may have handed the account over. */
async function processHandover(context: TransactionContext, affiliateId: number): Promise<void> {
  const child = await queries.lockPerson.first(context.db, { affiliateId });
  const guardians = await queries.listGuardians(context.db, { affiliateId });
  const today = toIsoDate(context.now);
  if (child === undefined || child.birthdate === null || guardians.length === 0) return;
  if (!isMinor(child.birthdate, today)) return completeHandover(context, child, guardians);
  if (isHandoverNear(child.birthdate, today)) return warnOfHandover(context, child, child.birthdate, guardians);
}

async function warnOfHandover(
  context: TransactionContext,
  child: queries.PersonRow,
  birthdate: string,
  guardians: queries.PersonRow[],
): Promise<void> {
  const { affiliateId } = child;
  const isFirst = await markHandoverWarned.first(context.db, { affiliateId, now: context.now });
  if (isFirst === undefined) return;
  const values = {
    child: child.givenName,
    day: getAdultDate(birthdate),
    hasEmail: String(child.email !== null),
  };
  await notifyPerson(context, affiliateId, familyNotices.handoverSoon, values, '/family', 'soon');
  for (const guardian of guardians)
    await notifyPerson(
      context,
      guardian.affiliateId,
      familyNotices.childHandoverSoon,
      values,
      '/family',
      `${child.sub} soon`,
    );
}

async function completeHandover(
  context: TransactionContext,
  child: queries.PersonRow,
  guardians: queries.PersonRow[],
): Promise<void> {
  const { db, now } = context;
  const { affiliateId } = child;
  await deleteLinks(db, { affiliateId });
  await deleteInvites(db, { affiliateId });
  await markHandoverDone(db, { affiliateId, now });
  // A person without an email address may need the link again: the former guardians are found by this entry.
  await recordFamilyAudit(context, null, 'handover.done', affiliateId, {
    guardianIds: guardians.map((guardian) => guardian.affiliateId),
  });
  const values = { child: child.givenName, hasEmail: String(child.email !== null) };
  await notifyPerson(context, affiliateId, familyNotices.handoverDone, values, '/account', 'done');
  // A browser that was signed in by a link may be a guardian's own.
  await endLinkedSessions(context, affiliateId);
  if (child.email === null) return sendHandoverLink(context, child, guardians);
  for (const guardian of guardians)
    await notifyPerson(
      context,
      guardian.affiliateId,
      familyNotices.childHandoverDone,
      values,
      '/family',
      `${child.sub} done`,
    );
}

/**
 * A person without an email address can't be written to, so every guardian gets the same link to pass on.
 */
async function sendHandoverLink(
  context: TransactionContext,
  child: queries.PersonRow,
  guardians: readonly queries.PersonRow[],
): Promise<void> {
  const { db, services, now } = context;
  const data = { affiliateId: child.affiliateId };
  const token = await createLink(db, { purpose, data, lifetimeS });
  for (const { affiliateId, givenName, email, language } of guardians) {
    const values = { child: child.givenName };
    await notifyPerson(
      context,
      affiliateId,
      familyNotices.handoverLink,
      values,
      '/family',
      `${child.sub} link ${toIsoDate(now)}`,
    );
    if (email === null) continue;
    await services.mail.sendMail(db, {
      to: email,
      locale: pickLocale([language]),
      template: 'family.mail.handover_pass',
      values: {
        ...values,
        name: givenName,
        date: toIsoDate(new Date(now.getTime() + lifetimeS * 1_000)),
        url: `${services.env.BASE_URL}/handover/${token}`,
      },
      affiliateId,
    });
  }
}

/** Returns the person of a handover link while the account has no email address. */
async function findHandoverPerson(db: Db, token: string): Promise<queries.PersonRow> {
  const link = await peekLink(db, token, purpose);
  const person = link && (await queries.findPerson.first(db, { affiliateId: Number(link['affiliateId']) }));
  if (person?.email !== null) throw fail('family.link_over');
  return person;
}

export const handoverHandlers: Pick<
  Handlers<typeof familyEndpoints>,
  'POST People/{affiliateId}/handover-link' | 'GET Handover/{token}' | 'POST Handover/{token}'
> = {
  'POST People/{affiliateId}/handover-link': async (ctx, { params: { affiliateId } }) => {
    await requireSubject(ctx, affiliateId);
    const person = await queries.lockPerson.first(ctx.db, { affiliateId });
    const isUnclaimed = person !== undefined && person.email === null && !isMinor(person.birthdate, toIsoDate(ctx.now));
    if (!isUnclaimed) throw failCall('not_found');
    const guardians = await listFormerGuardians(ctx.db, { affiliateId });
    if (guardians.length > 0) await sendHandoverLink(ctx, person, guardians);
    const sentTo = guardians.length;
    await recordFamilyAudit(ctx, ctx.user.affiliateId, 'handover.link_sent', affiliateId, { sentTo });
    return { sentTo };
  },

  'GET Handover/{token}': async ({ db }, { params: { token } }) => ({
    firstName: (await findHandoverPerson(db, token)).givenName,
  }),

  'POST Handover/{token}': async (ctx, { params: { token }, body: { email, password } }) => {
    const { services, correlationId } = ctx;
    assertSameOrigin(ctx.request, services.env.BASE_URL);
    // An external account service stores its own addresses and passwords.
    if (services.env.OIDC_ISSUER !== undefined) throw failAccount('account.password_elsewhere');
    const { sub, affiliateId } = await findHandoverPerson(ctx.db, token);
    const takeover = await prepareAccountClaim(ctx.db, services.env, { sub, email, password });
    if (takeover === null) throw fail('family.link_over');
    await services.database.inTransaction(correlationId, async (db) => {
      if ((await redeemLink(db, token, purpose)) === null) throw fail('family.link_over');
      await claimAccount(db, services, takeover);
      await updateEmail(db, { affiliateId, email: takeover.email });
      await recordFamilyAudit({ db, correlationId }, affiliateId, 'handover.taken', affiliateId);
      await recordSecurityEvent(db, ctx.request, { kind: 'password.changed', affiliateId, data: { by: 'handover' } });
    });
    return null;
  },
};
