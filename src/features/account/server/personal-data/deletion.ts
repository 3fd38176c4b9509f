import type { Context } from '#platform/server/http/context.ts';
import { type Db, statement } from '#platform/server/db/database.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { requirePassword } from '#features/identity/server/public.ts';
import { fail as failIdentity } from '#features/identity/shared/contract.ts';
import { fail } from '#features/account/shared/contract.ts';
import { deletionDays } from '#features/account/shared/rules.ts';
import { formatFullName, auditChange, type Subject } from '#features/account/server/people/subject.ts';
import { describeRetainedData, listRecipients, notifyRecipient } from './notifications.ts';

interface Deletion {
  requested_by: number;
  requested_at: Date;
  due_at: Date;
}

const insertDeletion = statement<Deletion, [affiliateId: number, requestedBy: number, days: number]>(`
  insert into account_deletion (affiliate_id, requested_by, due_at)
  values ($1, $2, now() + make_interval(days => $3))
  on conflict do nothing returning requested_by, requested_at, due_at`);
const removeDeletion = statement<Deletion, [affiliateId: number]>(
  'delete from account_deletion where affiliate_id = $1 returning requested_by, requested_at, due_at',
);
const selectRecentSignIn = statement<{ id: string }, [affiliateId: number, id: string, minutes: number]>(`
  select id from session
  where affiliate_id = $1 and id::text = $2 and origin = 'sign-in' and ended_at is null
    and created_at > now() - make_interval(mins => $3)`);

/** A recent sign-in replaces the password confirmation with an external issuer. */
const recentSignInMin = 10;

/** Ordered by id, so two guardians who leave at the same time don't deadlock. */
const lockChildren = statement<unknown, [guardianId: number]>(`
  select from person where affiliate_id in (select affiliate_id from guardian_link where guardian_id = $1)
  order by affiliate_id for update`);
const selectChildrenLeftAlone = statement<{ affiliate_id: number }, [guardianId: number, isErasing: boolean]>(`
  select p.affiliate_id from guardian_link g join person p using (affiliate_id)
  where g.guardian_id = $1 and p.birthdate > now()::date - interval '18 years'
    and not exists (
      select from guardian_link o left join account_deletion d on d.affiliate_id = o.guardian_id
      where o.affiliate_id = g.affiliate_id and o.guardian_id <> $1 and ($2 or d.affiliate_id is null))
    and ($2 or not exists (select from account_deletion d where d.affiliate_id = g.affiliate_id))
  limit 1`);

/**
 * A minor needs a guardian who signs. When a deletion is requested, guardians who are leaving don't count, and a child
 * whose account is being deleted needs none. At the erasure both may have been canceled, so only the current rows
 * count.
 */
export async function isOnlyGuardian(db: Db, affiliateId: number, isErasing: boolean): Promise<boolean> {
  await lockChildren(db, affiliateId);
  return (await selectChildrenLeftAlone(db, affiliateId, isErasing)).length > 0;
}

/** Hashing a password is slow, so this runs before the transaction. */
export async function assertCallerIdentity(ctx: Context, password: string | undefined): Promise<void> {
  const { services, user } = ctx;
  if (services.env.OIDC_ISSUER === undefined) {
    if (password === undefined) throw failIdentity('identity.incorrect_password', { path: 'password' });
    await requirePassword(ctx, { sub: user.sub, password });
    return;
  }
  const [session] = await selectRecentSignIn(services.database.db, user.affiliateId, user.sessionId, recentSignInMin);
  if (session === undefined) throw fail('account.password_elsewhere');
}

export async function requestDeletion(ctx: Context, subject: Subject): Promise<Deletion> {
  const { services, db, user } = ctx;
  if (await isOnlyGuardian(db, subject.affiliateId, false)) throw fail('account.only_guardian');
  const [deletion] = await insertDeletion(db, subject.affiliateId, user.affiliateId, deletionDays);
  if (deletion === undefined) throw fail('account.deletion_requested');
  await auditChange(ctx, subject, 'account.deletion_requested');
  for (const reader of await listRecipients(db, subject.affiliateId, user.affiliateId))
    await notifyRecipient(services, db, reader, 'deletion_requested', subject.affiliateId, {
      person: formatFullName(subject),
      due: deletion.due_at.getTime(),
      kept: await describeRetainedData(services, db, reader.language),
    });
  return deletion;
}

export async function cancelDeletion(ctx: Context, subject: Subject): Promise<void> {
  const { services, db } = ctx;
  const [deletion] = await removeDeletion(db, subject.affiliateId);
  if (deletion === undefined) throw failCall('not_found');
  await auditChange(ctx, subject, 'account.deletion_cancelled');
  for (const reader of await listRecipients(db, subject.affiliateId, deletion.requested_by))
    await notifyRecipient(services, db, reader, 'deletion_cancelled', subject.affiliateId, {
      person: formatFullName(subject),
    });
}

const selectDeletion = statement<{ due_at: Date }, [affiliateId: number]>(
  'select due_at from account_deletion where affiliate_id = $1',
);

/** Whether a deletion is scheduled. */
export async function isDeletionRequested(db: Db, affiliateId: number): Promise<boolean> {
  return (await selectDeletion(db, affiliateId)).length > 0;
}

const selectDue = statement<{ affiliate_id: number }, [after: number, limit: number]>(`
  select affiliate_id from account_deletion where due_at <= now() and affiliate_id > $1 order by affiliate_id limit $2`);
const lockDue = statement<{ requested_by: number }, [affiliateId: number]>(`
  select d.requested_by from account_deletion d join person p using (affiliate_id)
  where d.affiliate_id = $1 and d.due_at <= now() for update`);

export async function* listDueDeletions(db: Db, pageSize = 100): AsyncGenerator<number> {
  let after = 0;
  for (;;) {
    const page = await selectDue(db, after, pageSize);
    for (const { affiliate_id: affiliateId } of page) yield (after = affiliateId);
    if (page.length < pageSize) return;
  }
}

/** Locks the request, so a parallel cancellation happens either before or after the erasure. */
export async function claimDueDeletion(db: Db, affiliateId: number): Promise<{ requestedBy: number } | null> {
  const [row] = await lockDue(db, affiliateId);
  return row === undefined ? null : { requestedBy: row.requested_by };
}
