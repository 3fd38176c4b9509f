import * as z from 'zod';
import { type Db, statement } from '#platform/server/db/database.ts';
import { hashToken, randomToken } from '#platform/server/crypto/secrets.ts';

/** A single-use link, such as for a password reset or a payment. Only the hash of its token is stored. */
export interface LinkOptions {
  purpose: string;
  data: Record<string, unknown>;
  lifetimeS: number;
}

export type LinkData = Record<string, unknown>;

const insertLink = statement<unknown, [string, string, string, number]>(`
  with swept as (
    delete from link_token where token_hash in (
      select token_hash from link_token where expires_at < now() - interval '30 days'
      limit 100 for update skip locked
    )
  )
  insert into link_token (token_hash, purpose, data, expires_at)
  values ($1, $2, $3::jsonb, now() + make_interval(secs => $4))`);

const selectLink = statement<{ data: LinkData }, [string, string]>(`
  select data from link_token
  where token_hash = $1 and purpose = $2 and used_at is null and expires_at > now()`);

const markLinkUsed = statement<{ data: LinkData }, [string, string]>(`
  update link_token set used_at = now()
  where token_hash = $1 and purpose = $2 and used_at is null and expires_at > now()
  returning data`);

const tokenSchema = z.string().min(20).max(200);

export async function createLink(db: Db, { purpose, data, lifetimeS }: LinkOptions): Promise<string> {
  const token = randomToken();
  await insertLink(db, hashToken(token), purpose, JSON.stringify(data), lifetimeS);
  return token;
}

/** Returns the data of a link that is still valid, without using it up. */
export async function peekLink(db: Db, token: string, purpose: string): Promise<LinkData | null> {
  if (!tokenSchema.safeParse(token).success) return null;
  const [row] = await selectLink(db, hashToken(token), purpose);
  return row?.data ?? null;
}

/** Returns the data of a valid link and invalidates it. Exactly one of several concurrent calls succeeds. */
export async function redeemLink(db: Db, token: string, purpose: string): Promise<LinkData | null> {
  if (!tokenSchema.safeParse(token).success) return null;
  const [row] = await markLinkUsed(db, hashToken(token), purpose);
  return row?.data ?? null;
}
