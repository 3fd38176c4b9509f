import { parse } from 'bowser';
import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import { fail } from '#platform/shared/errors.ts';
import { revokeAccountGrants } from '#features/identity/server/public.ts';
import type { Device } from '#features/account/shared/security-contract.ts';
import type { Subject } from '#features/account/server/people/subject.ts';
import { endSession, endSignIn } from './session.ts';
import { listOpenSessions } from './queries.ts';

type AccountSession = Pick<Device, 'id' | 'signedInAt' | 'lastSeenAt'> & { userAgent: string };

const kinds: Record<string, Device['kind']> = { mobile: 'phone', tablet: 'tablet', desktop: 'computer' };
const nameMaxLength = 60;

/** The browser, the system and the form factor. Other details of the user agent aren't exposed. */
export function describeDevice(userAgent: string): Pick<Device, 'browser' | 'system' | 'kind'> {
  if (userAgent.trim() === '') return { browser: null, system: null, kind: 'other' };
  const { browser, os, platform } = parse(userAgent);
  return { browser: shorten(browser.name), system: shorten(os.name), kind: kinds[platform.type ?? ''] ?? 'other' };
}

function shorten(name: string | undefined): string | null {
  return name?.trim().slice(0, nameMaxLength) || null;
}

export function toDevice(session: AccountSession, thisSessionId: string): Device {
  return {
    id: session.id,
    isThis: session.id === thisSessionId,
    ...describeDevice(session.userAgent),
    signedInAt: session.signedInAt,
    lastSeenAt: session.lastSeenAt,
  };
}

const lockSession = query((db, p: Params<{ affiliateId: number; id: string }>) =>
  db
    .selectFrom('session')
    .select(['refresh_token', 'issuer_session_id', 'ended_at'])
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id)
    .forNoKeyUpdate(),
);

/** Returns whether the device was signed in until now. */
export async function endDevice(services: Services, db: Db, subject: Subject, id: string): Promise<boolean> {
  const session = await lockSession.first(db, { affiliateId: subject.affiliateId, id });
  if (session === undefined) throw fail('not_found');
  if (session.ended_at !== null) return false;
  // The account service's session ends as well; otherwise it would sign that browser in again.
  await endSignIn(services, db, { ...toSessionToEnd(subject, id), ...session });
  return true;
}

const clearRefreshToken = query((db, p: Params<{ affiliateId: number; id: string }>) =>
  db
    .updateTable('session')
    .set({ refresh_token: null })
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.id),
);

/**
 * Ends every session of the person except the caller's. The account service revokes all of them, so the remaining one
 * isn't checked with it any more, and stays until it is idle or too old. Returns the number of ended sessions.
 */
export async function endOtherDevices(
  db: Db,
  subject: Pick<Subject, 'affiliateId' | 'sub' | 'email'>,
  thisSessionId: string,
): Promise<number> {
  await revokeAccountGrants(db, { sub: subject.sub });
  const { affiliateId } = subject;
  const sessions = await listOpenSessions(db, { affiliateId });
  for (const { id } of sessions) {
    if (id === thisSessionId) await clearRefreshToken(db, { affiliateId, id });
    else await endSession(db, toSessionToEnd(subject, id));
  }
  return sessions.filter(({ id }) => id !== thisSessionId).length;
}

function toSessionToEnd({ affiliateId, sub, email }: Pick<Subject, 'affiliateId' | 'sub' | 'email'>, id: string) {
  return { affiliate_id: affiliateId, id, sub, email };
}
