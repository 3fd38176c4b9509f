import { statement } from '#platform/server/db/database.ts';

export const upsertCode = statement<unknown, [sub: string, codeHash: string, lifetimeS: number, tries: number]>(`
  insert into email_verification as v (sub, code_hash, expires_at, tries_left)
  values ($1, $2, now() + make_interval(secs => $3), $4)
  on conflict (sub) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at,
    tries_left = excluded.tries_left, sent_at = now()`);

/** An attempt is counted before the code is compared, so parallel guesses can't share one. */
export const consumeAttempt = statement<{ code_hash: string }, [sub: string]>(`
  update email_verification set tries_left = tries_left - 1
  where sub = $1 and tries_left > 0 and expires_at > now()
  returning code_hash`);

export const findActiveCode = statement<{ sub: string }, [sub: string]>(
  'select sub from email_verification where sub = $1 and tries_left > 0 and expires_at > now()',
);

export const deleteCode = statement<unknown, [sub: string]>('delete from email_verification where sub = $1');

/** Updates nothing if the address was verified before. */
export const verifyAccount = statement<{ email: string }, [sub: string]>(`
  update account set email_verified_at = now(), version = version + 1
  where sub = $1 and email is not null and email_verified_at is null
  returning email`);

/** Updates the portal's copy in the same transaction. A person who never opened the portal has none yet. */
export const verifyPerson = statement<{ affiliate_id: number }, [sub: string, email: string]>(`
  update person set email_verified_at = now(), version = version + 1
  where sub = $1 and lower(email) = lower($2) and email_verified_at is null
  returning affiliate_id`);

export const deletePasskeys = statement<{ id: string }, [sub: string, retainedIds: readonly string[]]>(
  'delete from passkey where sub = $1 and id <> all ($2::text[]) returning id',
);

/** Deletes the recovery codes with the factor. */
export const deleteFactor = statement<{ id: string }, [sub: string, retainedIds: readonly string[]]>(`
  with factor as (delete from second_factor where sub = $1::uuid and id::text <> all ($2::text[]) returning id),
    codes as (delete from recovery_code where sub = $1::uuid and exists (select from factor))
  select id from factor`);

export const deletePendingSignIns = statement<unknown, [sub: string]>('delete from pending_sign_in where sub = $1');

export const clearPassword = statement<unknown, [sub: string]>(
  'update account set password_hash = null, version = version + 1 where sub = $1',
);

export const updateAccountEmail = statement<{ sub: string }, [sub: string, from: string, to: string]>(`
  update account set email = $3, email_verified_at = now(), version = version + 1
  where sub = $1 and lower(email) = lower($2)
    and not exists (select from account a where lower(a.email) = lower($3) and a.sub <> $1::uuid)
  returning sub`);
