import type { Context } from '#platform/server/http/context.ts';
import type { LearningChange } from '#features/learning/shared/learning-api.ts';

export function changeChannel(affiliateId: number): string {
  return `learning.change:${affiliateId}`;
}

/** Delivered when the caller's transaction commits. */
export async function publishChange(
  { services, db }: Pick<Context, 'services' | 'db'>,
  affiliateId: number,
  packageId: string,
  what: LearningChange['what'],
): Promise<void> {
  await services.pubsub.publish(db, changeChannel(affiliateId), { packageId, what });
}
