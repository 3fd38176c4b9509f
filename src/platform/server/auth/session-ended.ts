import type { Db } from '#platform/server/db/database.ts';
import { publish } from '#platform/server/events/pubsub.ts';

/** Carries the id of an ended session, so its open streams close. */
export const sessionEndedChannel = 'session.ended';

/** The channel that the tabs of one browser subscribe to. */
export function sessionTabsChannel(sessionId: string): string {
  return `session.ended:${sessionId}`;
}

/** Notifies the tabs first, because they are unreachable once their streams close. */
export async function publishSessionEnd(
  db: Db,
  id: string,
  { sub, email }: { sub: string; email: string | null },
): Promise<void> {
  await publish(db, sessionTabsChannel(id), { sub, email, logout: true, redirect_uri: null });
  await publish(db, sessionEndedChannel, { id });
}
