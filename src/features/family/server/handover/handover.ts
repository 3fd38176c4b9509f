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
import { toIsoDate, isMinor } from '#features/account/shared/rules.ts';
import { prepareAccountClaim, claimAccount } from '#features/identity/server/public.ts';
import { fail, type familyCalls } from '#features/family/shared/contract.ts';
import { familyNotices } from '#features/family/shared/notices.ts';
import { getAdultDate, isHandoverNear, handoverWarningDays } from '#features/family/shared/rules.ts';
import {
  deleteInvites,
  deleteLinks,
  listDueHandovers,
  listFormerGuardians,
  markHandoverDone,
  markHandoverWarned,
} from './queries.ts';
import type { TransactionContext } from '#features/family/server/invites/invites.ts';
import { purgeInvites } from '#features/family/server/invites/queries.ts';
import { purgeRemovals } from '#features/family/server/guardians/removal-queries.ts';
import * as sql from '#features/family/server/queries.ts';
import { notifyPerson } from '#features/family/server/notify-family.ts';
import { recordFamilyAudit } from '#features/family/server/audit.ts';

const purpose = 'handover';
const lifetimeS = 60 * 86_400;

/** Who comes of age is told before, and on the day the account is theirs alone. One whose turn fails keeps nobody else waiting. */
export const handOverAccounts = defineJob(
  'family.handover',
  { schema: z.object({}), cron: '11 2 * * *' },
  async (job) => {
    const { database, now, log } = job;
    const soon = new Date(now.getTime() + handoverWarningDays * 86_400_000);
    const failures: unknown[] = [];
    for (const { affiliateId } of await listDueHandovers(database.db, toIsoDate(now), toIsoDate(soon)))
      try {
        await database.inTransaction('family.handover', (db) =>
          processHandover(toTransactionContext(job, db), affiliateId),
        );
      } catch (error) {
        log.error({ err: error, affiliateId }, 'an account was not handed over');
        failures.push(error);
      }
    await purgeInvites(database.db, now);
    await purgeRemovals(database.db, now);
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} accounts were not handed over`);
  },
);

const toTransactionContext = ({ services, now }: JobContext, db: Db): TransactionContext => ({
  services,
  db,
  now,
  correlationId: 'family.handover',
});

/** As things stand once it is one's turn. */
async function processHandover(doing: TransactionContext, affiliateId: number): Promise<void> {
  const [child] = await sql.lockPerson(doing.db, affiliateId);
  const guardians = await sql.listGuardians(doing.db, affiliateId);
  const today = toIsoDate(doing.now);
  if (child === undefined || child.birthdate === null || guardians.length === 0) return;
  if (!isMinor(child.birthdate, today)) return completeHandover(doing, child, guardians);
  if (isHandoverNear(child.birthdate, today)) return warnOfHandover(doing, child, child.birthdate, guardians);
}

async function warnOfHandover(
  doing: TransactionContext,
  child: sql.PersonRow,
  birthdate: string,
  guardians: sql.PersonRow[],
): Promise<void> {
  const [isFirst] = await markHandoverWarned(doing.db, child.affiliateId, doing.now);
  if (isFirst === undefined) return;
  const values = {
    child: child.givenName,
    // At noon, so that it is the same day wherever the server stands.
    day: Date.parse(`${getAdultDate(birthdate)}T12:00:00Z`),
    hasEmail: String(child.email !== null),
  };
  await notifyPerson(doing, child.affiliateId, familyNotices.handoverSoon, values, '/family', 'soon');
  for (const guardian of guardians)
    await notifyPerson(
      doing,
      guardian.affiliateId,
      familyNotices.childHandoverSoon,
      values,
      '/family',
      `${child.sub} soon`,
    );
}

async function completeHandover(
  doing: TransactionContext,
  child: sql.PersonRow,
  guardians: sql.PersonRow[],
): Promise<void> {
  const { db, now } = doing;
  const { affiliateId } = child;
  await deleteLinks(db, affiliateId);
  await deleteInvites(db, affiliateId);
  await markHandoverDone(db, affiliateId, now);
  // Who has no address of their own may need the link once more: whom to send it to is found by this.
  await recordFamilyAudit(doing, null, 'handover.done', affiliateId, {
    guardianIds: guardians.map((one) => one.affiliateId),
  });
  const values = { child: child.givenName, hasEmail: String(child.email !== null) };
  await notifyPerson(doing, affiliateId, familyNotices.handoverDone, values, '/account', 'done');
  // Such a browser may be the guardian's own, who has no say any more.
  await endLinkedSessions(doing, affiliateId);
  if (child.email === null) return sendHandoverLink(doing, child, guardians);
  for (const guardian of guardians)
    await notifyPerson(
      doing,
      guardian.affiliateId,
      familyNotices.childHandoverDone,
      values,
      '/family',
      `${child.sub} done`,
    );
}

/** Who has no address of their own cannot be written to: the guardians pass the link on. One link, whoever does. */
async function sendHandoverLink(
  doing: TransactionContext,
  child: sql.PersonRow,
  guardians: readonly sql.PersonRow[],
): Promise<void> {
  const { db, services, now } = doing;
  const data = { affiliateId: child.affiliateId };
  const token = await createLink(db, { purpose, data, lifetimeS });
  for (const { affiliateId, givenName, email, language } of guardians) {
    const values = { child: child.givenName };
    await notifyPerson(
      doing,
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
        date: now.getTime() + lifetimeS * 1_000,
        url: `${services.env.BASE_URL}/handover/${token}`,
      },
      affiliateId,
    });
  }
}

/** Whose account it is, while it has no address of its own. */
async function findHandoverPerson(db: Db, token: string): Promise<sql.PersonRow> {
  const link = await peekLink(db, token, purpose);
  const [person] = link === null ? [] : await sql.findPerson(db, Number(link['affiliateId']));
  if (person === undefined || person.email !== null) throw fail('family.link_over');
  return person;
}

export const handoverHandlers: Pick<
  Handlers<typeof familyCalls>,
  'POST People/{affiliateId}/handover-link' | 'GET Handover/{token}' | 'POST Handover/{token}'
> = {
  'POST People/{affiliateId}/handover-link': async (ctx, { params: { affiliateId } }) => {
    await requireSubject(ctx, affiliateId);
    const [person] = await sql.lockPerson(ctx.db, affiliateId);
    const isWaiting = person !== undefined && person.email === null && !isMinor(person.birthdate, toIsoDate(ctx.now));
    if (!isWaiting) throw failCall('not_found');
    const guardians = await listFormerGuardians(ctx.db, affiliateId);
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
    // Another account service keeps its own addresses and passwords.
    if (services.env.OIDC_ISSUER !== undefined) throw failAccount('account.password_elsewhere');
    const { sub, affiliateId } = await findHandoverPerson(ctx.db, token);
    const takeover = await prepareAccountClaim(ctx.db, services.env, { sub, email, password });
    if (takeover === null) throw fail('family.link_over');
    await services.database.inTransaction(correlationId, async (db) => {
      if ((await redeemLink(db, token, purpose)) === null) throw fail('family.link_over');
      await claimAccount(db, services, takeover);
      await updateEmail(db, affiliateId, takeover.email);
      await recordFamilyAudit({ db, correlationId }, affiliateId, 'handover.taken', affiliateId);
      await recordSecurityEvent(db, ctx.request, { kind: 'password.changed', affiliateId, data: { by: 'handover' } });
    });
    return null;
  },
};
