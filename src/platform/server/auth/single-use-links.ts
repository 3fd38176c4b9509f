import { sql } from 'kysely';
import * as z from 'zod';
import type { Db } from '#platform/server/db/database.ts';
import { query, toJson, type Params } from '#platform/server/db/query.ts';
import { hashToken, randomToken } from '#platform/server/crypto/secrets.ts';

/** A single-use link, such as for a password reset or a payment. Only the hash of its token is stored. */
export interface LinkOptions {
  purpose: string;
  data: Record<string, unknown>;
  lifetimeS: number;
}

export type LinkData = Record<string, unknown>;

interface NewLink extends LinkOptions {
  tokenHash: string;
}

const insertLink = query((db, p: Params<NewLink>) =>
  db
    .with('swept', (db) =>
      db.deleteFrom('link_token').where('token_hash', 'in', (eb) =>
        eb
          .selectFrom('link_token')
          .select('token_hash')
          .where('expires_at', '<', sql<Date>`now() - interval '30 days'`)
          .limit(100)
          .forUpdate()
          .skipLocked(),
      ),
    )
    .insertInto('link_token')
    .values({
      token_hash: p.tokenHash,
      purpose: p.purpose,
      data: toJson(p.data),
      expires_at: sql`now() + make_interval(secs => ${p.lifetimeS})`,
    }),
);

type LinkKey = Params<{ tokenHash: string; purpose: string }>;

const findLink = query((db, p: LinkKey) =>
  db
    .selectFrom('link_token')
    .select('data')
    .where('token_hash', '=', p.tokenHash)
    .where('purpose', '=', p.purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`),
);

const markLinkUsed = query((db, p: LinkKey) =>
  db
    .updateTable('link_token')
    .set({ used_at: sql`now()` })
    .where('token_hash', '=', p.tokenHash)
    .where('purpose', '=', p.purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('data'),
);

const tokenSchema = z.string().min(20).max(200);

export async function createLink(db: Db, { purpose, data, lifetimeS }: LinkOptions): Promise<string> {
  const token = randomToken();
  await insertLink(db, { tokenHash: hashToken(token), purpose, data, lifetimeS });
  return token;
}

/** Returns the data of a link that is still valid, without using it up. */
export async function peekLink(db: Db, token: string, purpose: string): Promise<LinkData | null> {
  if (!tokenSchema.safeParse(token).success) return null;
  const row = await findLink.first(db, { tokenHash: hashToken(token), purpose });
  return row?.data ?? null;
}

/** Returns the data of a valid link and invalidates it. Exactly one of several concurrent calls succeeds. */
export async function redeemLink(db: Db, token: string, purpose: string): Promise<LinkData | null> {
  if (!tokenSchema.safeParse(token).success) return null;
  const row = await markLinkUsed.first(db, { tokenHash: hashToken(token), purpose });
  return row?.data ?? null;
}
