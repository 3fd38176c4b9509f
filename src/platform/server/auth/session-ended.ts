import type { Db } from '#platform/server/db/database.ts';
import { publish } from '#platform/server/events/pubsub.ts';

/** Carries the id of a session that has ended: whatever still streams to it stops. */
export const sessionEndedChannel = 'session.ended';

/** The tabs of one browser listen to this. */
export function sessionTabsChannel(sessionId: string): string {
  return `session.ended:${sessionId}`;
}

/** Tells the tabs first: once the streams close, they can't be told any more. */
export async function publishSessionEnd(
  db: Db,
  id: string,
  { sub, email }: { sub: string; email: string | null },
): Promise<void> {
  await publish(db, sessionTabsChannel(id), { sub, email, logout: true, redirect_uri: null });
  await publish(db, sessionEndedChannel, { id });
}
