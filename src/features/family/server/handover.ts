import * as z from 'zod';
import type { Handlers } from '../../../platform/server/calls.ts';
import type { Db } from '../../../platform/server/db.ts';
import { defineJob, type JobContext } from '../../../platform/server/jobs.ts';
import { createLink, peekLink, useLink } from '../../../platform/server/links.ts';
import { demandOwnOrigin } from '../../../platform/server/access.ts';
import { recordSecurityEvent } from '../../../platform/server/security-events.ts';
import { fail as failCall } from '../../../platform/shared/errors.ts';
import { pickLocale } from '../../../platform/shared/locale.ts';
import { demandSubject, endJoined, updateEmail } from '../../account/server/public.ts';
import { fail as failAccount } from '../../account/shared/contract.ts';
import { dayOf, isMinor } from '../../account/shared/rules.ts';
import { prepareTakeover, takeAccountOver } from '../../identity/server/public.ts';
import { fail, type familyCalls } from '../shared/contract.ts';
import { familyNotices } from '../shared/notices.ts';
import { adultOn, isHandoverNear, warnedDays } from '../shared/rules.ts';
import { deleteInvites, deleteLinks, listDue, listFormerGuardians, markDone, markWarned } from './handover-sql.ts';
import type { Doing } from './invites.ts';
import { purgeInvites } from './invites-sql.ts';
import { purgeRemovals } from './removals-sql.ts';
import * as sql from './sql.ts';
import { tell } from './telling.ts';
import { writeDown } from './writing-down.ts';

const purpose = 'handover';
const lifetimeS = 60 * 86_400;

/** Who comes of age is told before, and on the day the account is theirs alone. One whose turn fails keeps nobody else waiting. */
export const handOver = defineJob('family.handover', { schema: z.object({}), cron: '11 2 * * *' }, async (job) => {
  const { database, now, log } = job;
  const soon = new Date(now.getTime() + warnedDays * 86_400_000);
  const failures: unknown[] = [];
  for (const { affiliateId } of await listDue(database.db, dayOf(now), dayOf(soon)))
    try {
      await database.inTransaction('family.handover', (db) => tend(doingOf(job, db), affiliateId));
    } catch (error) {
      log.error({ err: error, affiliateId }, 'an account was not handed over');
      failures.push(error);
    }
  await purgeInvites(database.db, now);
  await purgeRemovals(database.db, now);
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} accounts were not handed over`);
});

const doingOf = ({ services, now }: JobContext, db: Db): Doing => ({
  services,
  db,
  now,
  correlationId: 'family.handover',
});

/** As things stand once it is one's turn. */
async function tend(doing: Doing, affiliateId: number): Promise<void> {
  const [child] = await sql.lockPerson(doing.db, affiliateId);
  const guardians = await sql.listGuardians(doing.db, affiliateId);
  const today = dayOf(doing.now);
  if (child === undefined || child.birthdate === null || guardians.length === 0) return;
  if (!isMinor(child.birthdate, today)) return end(doing, child, guardians);
  if (isHandoverNear(child.birthdate, today)) return warn(doing, child, child.birthdate, guardians);
}

async function warn(doing: Doing, child: sql.PersonRow, birthdate: string, guardians: sql.PersonRow[]): Promise<void> {
  const [isFirst] = await markWarned(doing.db, child.affiliateId, doing.now);
  if (isFirst === undefined) return;
  const values = {
    child: child.givenName,
    // At noon, so that it is the same day wherever the server stands.
    day: Date.parse(`${adultOn(birthdate)}T12:00:00Z`),
    hasEmail: String(child.email !== null),
  };
  await tell(doing, child.affiliateId, familyNotices.handoverSoon, values, '/family', 'soon');
  for (const guardian of guardians)
    await tell(doing, guardian.affiliateId, familyNotices.childHandoverSoon, values, '/family', `${child.sub} soon`);
}

async function end(doing: Doing, child: sql.PersonRow, guardians: sql.PersonRow[]): Promise<void> {
  const { db, now } = doing;
  const { affiliateId } = child;
  await deleteLinks(db, affiliateId);
  await deleteInvites(db, affiliateId);
  await markDone(db, affiliateId, now);
  // Who has no address of their own may need the link once more: whom to send it to is found by this.
  await writeDown(doing, null, 'handover.done', affiliateId, { guardianIds: guardians.map((one) => one.affiliateId) });
  const values = { child: child.givenName, hasEmail: String(child.email !== null) };
  await tell(doing, affiliateId, familyNotices.handoverDone, values, '/account', 'done');
  // Such a browser may be the guardian's own, who has no say any more.
  await endJoined(doing, affiliateId);
  if (child.email === null) return sendLink(doing, child, guardians);
  for (const guardian of guardians)
    await tell(doing, guardian.affiliateId, familyNotices.childHandoverDone, values, '/family', `${child.sub} done`);
}

/** Who has no address of their own cannot be written to: the guardians pass the link on. One link, whoever does. */
async function sendLink(doing: Doing, child: sql.PersonRow, guardians: readonly sql.PersonRow[]): Promise<void> {
  const { db, services, now } = doing;
  const data = { affiliateId: child.affiliateId };
  const token = await createLink(db, { purpose, data, lifetimeS });
  for (const { affiliateId, givenName, email, language } of guardians) {
    const values = { child: child.givenName };
    await tell(doing, affiliateId, familyNotices.handoverLink, values, '/family', `${child.sub} link ${dayOf(now)}`);
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
async function findHeir(db: Db, token: string): Promise<sql.PersonRow> {
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
    await demandSubject(ctx, affiliateId);
    const [person] = await sql.lockPerson(ctx.db, affiliateId);
    const isWaiting = person !== undefined && person.email === null && !isMinor(person.birthdate, dayOf(ctx.now));
    if (!isWaiting) throw failCall('not_found');
    const guardians = await listFormerGuardians(ctx.db, affiliateId);
    if (guardians.length > 0) await sendLink(ctx, person, guardians);
    const sentTo = guardians.length;
    await writeDown(ctx, ctx.user.affiliateId, 'handover.link_sent', affiliateId, { sentTo });
    return { sentTo };
  },

  'GET Handover/{token}': async ({ db }, { params: { token } }) => ({
    firstName: (await findHeir(db, token)).givenName,
  }),

  'POST Handover/{token}': async (ctx, { params: { token }, body: { email, password } }) => {
    const { services, correlationId } = ctx;
    demandOwnOrigin(ctx.request, services.env.BASE_URL);
    // Another account service keeps its own addresses and passwords.
    if (services.env.OIDC_ISSUER !== undefined) throw failAccount('account.password_elsewhere');
    const { sub, affiliateId } = await findHeir(ctx.db, token);
    const takeover = await prepareTakeover(ctx.db, services.env, { sub, email, password });
    if (takeover === null) throw fail('family.link_over');
    await services.database.inTransaction(correlationId, async (db) => {
      if ((await useLink(db, token, purpose)) === null) throw fail('family.link_over');
      await takeAccountOver(db, services, takeover);
      await updateEmail(db, affiliateId, takeover.email);
      await writeDown({ db, correlationId }, affiliateId, 'handover.taken', affiliateId);
      await recordSecurityEvent(db, ctx.request, { kind: 'password.changed', affiliateId, data: { by: 'handover' } });
    });
    return null;
  },
};
