import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Db } from '#platform/server/db/database.ts';
import { errors } from './oidc-provider.ts';
import * as queries from './queries.ts';

/** Stores oidc-provider's state in PostgreSQL, so any process can answer a request. */
export function createAdapter(db: Db): (model: string) => Adapter {
  return (model) => ({
    async upsert(id, payload, expiresInS) {
      await queries.upsertPayload(db, {
        model,
        id,
        payload,
        accountId: payload.accountId ?? null,
        grantId: payload.grantId ?? null,
        uid: payload.uid ?? payload.sessionUid ?? null,
        expiresInS: expiresInS ?? null,
      });
    },
    // IDs come from requests and may contain a NUL, which PostgreSQL can't store in text.
    async find(id) {
      const payload = id.includes('\0') ? undefined : toPayload(await queries.findPayload.first(db, { model, id }));
      return model === 'Interaction' && payload !== undefined ? detachEndedSession(db, payload) : payload;
    },
    findByUid: async (uid) => toPayload(await queries.findPayloadByUid.first(db, { model, uid })),
    // Only the device flow has user codes, and it is off.
    findByUserCode: async () => undefined,
    async consume(id) {
      // Only one of two parallel requests with the same code or refresh token succeeds.
      const row = await queries.consumePayload.first(db, { model, id });
      if (row === undefined) throw new errors.InvalidGrant('already used');
    },
    async destroy(id) {
      if (model === 'Session') await queries.endSession(db, { id });
      else await queries.deletePayload(db, { model, id });
    },
    async revokeByGrantId(grantId) {
      await queries.deletePayloadsByGrant(db, { model, grantId });
    },
  });
}

/** Returns the session that a refresh token was issued in. */
export async function findSessionUid(db: Db, refreshToken: string): Promise<string | null> {
  return (await queries.findRefreshToken.first(db, { id: refreshToken }))?.uid ?? null;
}

export async function isSessionOpen(db: Db, uid: string): Promise<boolean> {
  return (await queries.findPayloadByUid.first(db, { model: 'Session', uid })) !== undefined;
}

export async function purgeExpiredPayloads(db: Db): Promise<number> {
  return (await queries.deleteExpiredPayloads.first(db))?.count ?? 0;
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

function toPayload(row: queries.PayloadRow | undefined): AdapterPayload | undefined {
  if (row === undefined) return undefined;
  return row.consumedS === null ? row.payload : { ...row.payload, consumed: Math.floor(row.consumedS) };
}
