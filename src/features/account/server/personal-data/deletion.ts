import { sql } from 'kysely';
import type { Context } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { requirePassword } from '#features/identity/server/public.ts';
import { fail as failIdentity } from '#features/identity/shared/contract.ts';
import { fail } from '#features/account/shared/contract.ts';
import { deletionDays } from '#features/account/shared/rules.ts';
import { formatFullName, auditChange, type Subject } from '#features/account/server/people/subject.ts';
import { describeRetainedData, listRecipients, notifyRecipient } from './notifications.ts';

const deletionColumns = ['requested_by as requestedBy', 'requested_at as requestedAt', 'due_at as dueAt'] as const;

const insertDeletion = query((db, p: Params<{ affiliateId: number; requestedBy: number; days: number }>) =>
  db
    .insertInto('account_deletion')
    .values({
      affiliate_id: p.affiliateId,
      requested_by: p.requestedBy,
      due_at: sql<Date>`now() + make_interval(days => ${p.days})`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(deletionColumns),
);
type Deletion = Row<typeof insertDeletion>;

const deleteDeletion = query((db, p: Params<{ affiliateId: number }>) =>
  db.deleteFrom('account_deletion').where('affiliate_id', '=', p.affiliateId).returning(deletionColumns),
);

const findRecentSignIn = query((db, p: Params<{ affiliateId: number; sessionId: string; minutes: number }>) =>
  db
    .selectFrom('session')
    .select('id')
    .where('affiliate_id', '=', p.affiliateId)
    .where(sql<boolean>`id::text = ${p.sessionId}`)
    .where('origin', '=', 'sign-in')
    .where('ended_at', 'is', null)
    .where(sql<boolean>`created_at > now() - make_interval(mins => ${p.minutes})`),
);

/** A recent sign-in replaces the password confirmation with an external issuer. */
const recentSignInMin = 10;

/** Ordered by id, so two guardians who leave at the same time don't deadlock. */
const lockChildren = query((db, p: Params<{ guardianId: number }>) =>
  db
    .selectFrom('person')
    .select('affiliate_id')
    .where('affiliate_id', 'in', (eb) =>
      eb.selectFrom('guardian_link').select('affiliate_id').where('guardian_id', '=', p.guardianId),
    )
    .orderBy('affiliate_id')
    .forNoKeyUpdate(),
);

const findChildLeftAlone = query((db, p: Params<{ guardianId: number; isErasing: boolean }>) =>
  db
    .selectFrom('guardian_link as g')
    .innerJoin('person as p', 'p.affiliate_id', 'g.affiliate_id')
    .select('p.affiliate_id')
    .where('g.guardian_id', '=', p.guardianId)
    .where(sql<boolean>`p.birthdate > now()::date - interval '18 years'`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('guardian_link as o')
            .leftJoin('account_deletion as d', 'd.affiliate_id', 'o.guardian_id')
            .select('o.guardian_id')
            .whereRef('o.affiliate_id', '=', 'g.affiliate_id')
            .where('o.guardian_id', '<>', p.guardianId)
            .where((eb) => eb.or([p.isErasing, eb('d.affiliate_id', 'is', null)])),
        ),
      ),
    )
    .where((eb) =>
      eb.or([
        p.isErasing,
        eb.not(
          eb.exists(
            eb
              .selectFrom('account_deletion as d')
              .select('d.affiliate_id')
              .whereRef('d.affiliate_id', '=', 'g.affiliate_id'),
          ),
        ),
      ]),
    )
    .limit(1),
);

/**
 * A minor needs a guardian who signs. When a deletion is requested, guardians who are leaving don't count, and a child
 * whose account is being deleted needs none. At the erasure both may have been canceled, so only the current rows
 * count.
 */
export async function isOnlyGuardian(db: Db, affiliateId: number, isErasing: boolean): Promise<boolean> {
  await lockChildren(db, { guardianId: affiliateId });
  return (await findChildLeftAlone.first(db, { guardianId: affiliateId, isErasing })) !== undefined;
}

/** Hashing a password is slow, so this runs before the transaction. */
export async function assertCallerIdentity(ctx: Context, password: string | undefined): Promise<void> {
  const { services, user } = ctx;
  if (services.env.OIDC_ISSUER === undefined) {
    if (password === undefined) throw failIdentity('identity.incorrect_password', { path: 'password' });
    await requirePassword(ctx, { sub: user.sub, password });
    return;
  }
  const { affiliateId, sessionId } = user;
  const values = { affiliateId, sessionId, minutes: recentSignInMin };
  const session = await findRecentSignIn.first(services.database.db, values);
  if (session === undefined) throw fail('account.password_elsewhere');
}

export async function requestDeletion(ctx: Context, subject: Subject): Promise<Deletion> {
  const { services, db, user } = ctx;
  const { affiliateId } = subject;
  if (await isOnlyGuardian(db, affiliateId, false)) throw fail('account.only_guardian');
  const requestedBy = user.affiliateId;
  const deletion = await insertDeletion.first(db, { affiliateId, requestedBy, days: deletionDays });
  if (deletion === undefined) throw fail('account.deletion_requested');
  await auditChange(ctx, subject, 'account.deletion_requested');
  for (const reader of await listRecipients(db, affiliateId, requestedBy))
    await notifyRecipient(services, db, reader, 'deletion_requested', affiliateId, {
      person: formatFullName(subject),
      due: toIsoDate(deletion.dueAt),
      kept: await describeRetainedData(services, db, reader.language),
    });
  return deletion;
}

export async function cancelDeletion(ctx: Context, subject: Subject): Promise<void> {
  const { services, db } = ctx;
  const { affiliateId } = subject;
  const deletion = await deleteDeletion.first(db, { affiliateId });
  if (deletion === undefined) throw failCall('not_found');
  await auditChange(ctx, subject, 'account.deletion_cancelled');
  for (const reader of await listRecipients(db, affiliateId, deletion.requestedBy))
    await notifyRecipient(services, db, reader, 'deletion_cancelled', affiliateId, {
      person: formatFullName(subject),
    });
}

const findDeletion = query((db, p: Params<{ affiliateId: number }>) =>
  db.selectFrom('account_deletion').select('due_at').where('affiliate_id', '=', p.affiliateId),
);

/** Whether a deletion is scheduled. */
export async function isDeletionRequested(db: Db, affiliateId: number): Promise<boolean> {
  return (await findDeletion.first(db, { affiliateId })) !== undefined;
}

const listDuePage = query((db, p: Params<{ after: number; limit: number }>) =>
  db
    .selectFrom('account_deletion')
    .select('affiliate_id as affiliateId')
    .where('due_at', '<=', sql<Date>`now()`)
    .where('affiliate_id', '>', p.after)
    .orderBy('affiliate_id')
    .limit(p.limit),
);

export async function* listDueDeletions(db: Db, pageSize = 100): AsyncGenerator<number> {
  let after = 0;
  for (;;) {
    const page = await listDuePage(db, { after, limit: pageSize });
    for (const { affiliateId } of page) yield (after = affiliateId);
    if (page.length < pageSize) return;
  }
}

/** Locks the request, so a parallel cancellation happens either before or after the erasure. */
export const lockDueDeletion = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('account_deletion as d')
    .innerJoin('person as p', 'p.affiliate_id', 'd.affiliate_id')
    .select('d.requested_by as requestedBy')
    .where('d.affiliate_id', '=', p.affiliateId)
    .where('d.due_at', '<=', sql<Date>`now()`)
    .forUpdate(),
);
