import type { Adapter, AdapterPayload } from 'oidc-provider';
import { statement, type Db } from '#platform/server/db/database.ts';
import { errors } from './oidc-provider.ts';

interface PayloadRow {
  payload: AdapterPayload;
  consumed_s: number | null;
}

const payloadColumns = 'payload, extract(epoch from consumed_at)::float8 as consumed_s';
const upsertPayload = statement<
  unknown,
  [
    model: string,
    id: string,
    payload: string,
    account: string | null,
    grant: string | null,
    uid: string | null,
    expiresInS: number | null,
  ]
>(`
  insert into oidc_payload (model, id, payload, account_id, grant_id, uid, expires_at)
  values ($1, $2, $3::jsonb, $4, $5, $6, now() + make_interval(secs => $7))
  on conflict (model, id) do update set payload = excluded.payload, account_id = excluded.account_id,
    grant_id = excluded.grant_id, uid = excluded.uid, expires_at = excluded.expires_at
  where oidc_payload.ended_at is null`);
const selectPayload = statement<PayloadRow, [string, string]>(
  `select ${payloadColumns} from oidc_payload where model = $1 and id = $2 and ended_at is null`,
);
const selectByUid = statement<PayloadRow, [string, string]>(
  `select ${payloadColumns} from oidc_payload where model = $1 and uid = $2 and ended_at is null`,
);
const consumePayload = statement<{ id: string }, [string, string]>(`
  update oidc_payload set consumed_at = now() where model = $1 and id = $2 and consumed_at is null returning id`);
const deletePayload = statement<unknown, [string, string]>('delete from oidc_payload where model = $1 and id = $2');
// An ended session keeps an empty row until it would have expired: oidc-provider saves the session at the end of every
// request, and a request of another tab that began before the sign-out would bring it back.
const endedColumnsSql = "ended_at = now(), payload = '{}', account_id = null, grant_id = null";
const endSessionPayload = statement<unknown, [string]>(
  `update oidc_payload set ${endedColumnsSql} where model = 'Session' and id = $1`,
);
const deleteByGrant = statement<unknown, [string, string]>(
  'delete from oidc_payload where model = $1 and grant_id = $2',
);
const deleteByAccount = statement<unknown, [string]>(`
  with ended as (update oidc_payload set ${endedColumnsSql} where account_id = $1 and model = 'Session')
  delete from oidc_payload where account_id = $1 and model <> 'Session'`);
const deleteExpired = statement<{ count: number }, []>(`
  with gone as (delete from oidc_payload where expires_at < now() - interval '1 minute' returning 1)
  select count(*)::integer as count from gone`);
const extendPayload = statement<unknown, [string, number]>(`
  update oidc_payload set expires_at = now() + make_interval(secs => $2),
    payload = payload || jsonb_build_object('exp', extract(epoch from now())::bigint + $2::bigint)
  where model = 'Session' and uid = $1 and ended_at is null`);
const deleteSession = statement<unknown, [string]>(`
  with living as (
    select id, payload from oidc_payload where model = 'Session' and uid = $1 and ended_at is null for update
  ), emptied as (
    update oidc_payload set ${endedColumnsSql} from living where model = 'Session' and oidc_payload.id = living.id
  ), granted as (
    select entry.value ->> 'grantId' as id from living, jsonb_each(coalesce(payload -> 'authorizations', '{}')) as entry
  )
  delete from oidc_payload where model not in ('Session', 'Interaction')
    and (uid = $1 or grant_id in (select id from granted) or (model = 'Grant' and id in (select id from granted)))`);

const selectSessionUid = statement<{ uid: string | null }, [string]>(
  "select uid from oidc_payload where model = 'RefreshToken' and id = $1",
);

/** Stores oidc-provider's state in PostgreSQL, so any process can answer a request. */
export function createAdapter(db: Db): (model: string) => Adapter {
  return (model) => ({
    async upsert(id, payload, expiresInS) {
      const uid = payload.uid ?? payload.sessionUid ?? null;
      await upsertPayload(
        db,
        model,
        id,
        JSON.stringify(payload),
        payload.accountId ?? null,
        payload.grantId ?? null,
        uid,
        expiresInS ?? null,
      );
    },
    // IDs come from requests and may contain a NUL, which PostgreSQL can't store in text.
    async find(id) {
      const payload = id.includes('\0') ? undefined : toPayload(await selectPayload(db, model, id));
      return model === 'Interaction' && payload !== undefined ? detachEndedSession(db, payload) : payload;
    },
    findByUid: async (uid) => toPayload(await selectByUid(db, model, uid)),
    // Only the device flow has user codes, and it is off.
    findByUserCode: async () => undefined,
    async consume(id) {
      // Only one of two parallel requests with the same code or refresh token succeeds.
      const [row] = await consumePayload(db, model, id);
      if (row === undefined) throw new errors.InvalidGrant('already used');
    },
    async destroy(id) {
      if (model === 'Session') await endSessionPayload(db, id);
      else await deletePayload(db, model, id);
    },
    async revokeByGrantId(grantId) {
      await deleteByGrant(db, model, grantId);
    },
  });
}

export async function extendSession(db: Db, uid: string, lifetimeS: number): Promise<void> {
  await extendPayload(db, uid, lifetimeS);
}

/** Deletes a browser's session and everything that was issued in it. */
export async function revokeSession(db: Db, uid: string): Promise<void> {
  await deleteSession(db, uid);
}

/** Returns the session that a refresh token was issued in. */
export async function findSessionUid(db: Db, refreshToken: string): Promise<string | null> {
  const [token] = await selectSessionUid(db, refreshToken);
  return token?.uid ?? null;
}

export async function isSessionOpen(db: Db, uid: string): Promise<boolean> {
  return (await selectByUid(db, 'Session', uid)).length > 0;
}

/** Deletes every session, grant and token of a person. */
export async function revokeAccountGrants(db: Db, sub: string): Promise<void> {
  await deleteByAccount(db, sub);
}

export async function purgeExpiredPayloads(db: Db): Promise<number> {
  const [row] = await deleteExpired(db);
  return row?.count ?? 0;
}

/**
 * A sign-in page may have been opened in a session that another tab has ended since; it continues without the session.
 */
async function detachEndedSession(db: Db, payload: AdapterPayload): Promise<AdapterPayload> {
  const {
    session,
    accountId: _account,
    grantId: _grant,
    ...rest
  } = payload as AdapterPayload & {
    session?: { uid?: string };
  };
  const isOpen = session?.uid === undefined || (await isSessionOpen(db, session.uid));
  return isOpen ? payload : rest;
}

function toPayload([row]: PayloadRow[]): AdapterPayload | undefined {
  if (row === undefined) return undefined;
  return row.consumed_s === null ? row.payload : { ...row.payload, consumed: Math.floor(row.consumed_s) };
}
