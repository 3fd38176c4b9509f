import type { Context } from '#platform/server/http/context.ts';

/** What the open pages of one person listen to. */
export function changeChannel(affiliateId: number): string {
  return `logbook.change:${affiliateId}`;
}

/** Heard when the caller's transaction commits, by everybody whom the change of a log concerns. */
export async function publishChange(
  { services, db }: Pick<Context, 'services' | 'db'>,
  logId: string,
  affiliateIds: readonly number[],
): Promise<void> {
  const channels = [...new Set(affiliateIds)].map(changeChannel);
  await Promise.all(channels.map((channel) => services.pubsub.publish(db, channel, { id: logId })));
}
