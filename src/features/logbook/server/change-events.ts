import type { Context } from '#platform/server/http/context.ts';

/** The channel the open pages of one person subscribe to. */
export function changeChannel(affiliateId: number): string {
  return `logbook.change:${affiliateId}`;
}

/** Published to everyone affected by a log change when the caller's transaction commits. */
export async function publishChange(
  { services, db }: Pick<Context, 'services' | 'db'>,
  logId: string,
  affiliateIds: readonly number[],
): Promise<void> {
  const channels = [...new Set(affiliateIds)].map(changeChannel);
  await Promise.all(channels.map((channel) => services.pubsub.publish(db, channel, { id: logId })));
}
