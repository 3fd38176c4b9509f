import { sql } from 'kysely';
import { query, type Params, type Row } from '#platform/server/db/query.ts';

/** More devices than any person has. */
export const passkeyLimit = 20;

const columns = [
  'id',
  'name',
  'is_synced as isSynced',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
] as const;

export const listPasskeys = query((db, p: Params<{ sub: string }>) =>
  db.selectFrom('passkey').select(columns).where('sub', '=', p.sub).orderBy('created_at').orderBy('id'),
);

export type Passkey = Row<typeof listPasskeys>;

interface NewPasskey {
  sub: string;
  id: string;
  publicKey: Uint8Array;
  counter: number;
  transports: string[];
  name: string;
  isSynced: boolean;
}

/** Returns no row if the account has the maximum number of passkeys, or the id exists. */
export const insertPasskey = query((db, p: Params<NewPasskey>) =>
  db
    .insertInto('passkey')
    .columns(['sub', 'id', 'public_key', 'counter', 'transports', 'name', 'is_synced'])
    .expression(
      db
        .selectNoFrom([
          sql`${p.sub}::uuid`.as('sub'),
          p.id.as('id'),
          p.publicKey.as('public_key'),
          p.counter.as('counter'),
          p.transports.as('transports'),
          p.name.as('name'),
          p.isSynced.as('is_synced'),
        ])
        .where((eb) =>
          eb(
            eb
              .selectFrom('passkey')
              .select((eb) => eb.fn.countAll<number>().as('count'))
              .where('sub', '=', p.sub),
            '<',
            passkeyLimit,
          ),
        ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns),
);

/** Returns no row if the passkey isn't this account's. */
export const deletePasskey = query((db, p: Params<{ sub: string; id: string }>) =>
  db.deleteFrom('passkey').where('sub', '=', p.sub).where('id', '=', p.id).returning(columns),
);

/** Locked, so only one of two responses with the same counter is accepted. */
export const lockPasskey = query((db, p: Params<{ id: string }>) =>
  db
    .selectFrom('passkey')
    .select(['sub', 'id', 'public_key as publicKey', 'counter'])
    .where('id', '=', p.id)
    .forNoKeyUpdate(),
);

export const findPasskeyOwner = query((db, p: Params<{ id: string }>) =>
  db.selectFrom('passkey').select('sub').where('id', '=', p.id),
);

export const recordPasskeyUse = query((db, p: Params<{ id: string; counter: number; isSynced: boolean }>) =>
  db
    .updateTable('passkey')
    .set({ counter: p.counter, is_synced: p.isSynced, last_used_at: sql`now()` })
    .where('id', '=', p.id)
    .returning(sql<number>`floor(extract(epoch from last_used_at))::float8`.as('usedAtS')),
);
