import type { Context } from '#platform/server/http/context.ts';
import type { FormChange } from '#features/forms/shared/forms-api.ts';
import type { DraftRow } from './drafts/queries.ts';

export function formChannel(affiliateId: number): string {
  return `forms.change:${affiliateId}`;
}

/**
 * Tells the diver and the guardians that the state of a draft has changed. The person who changed it is left out, because
 * their page continues without it. Delivered when the caller's transaction commits.
 */
export async function publishFormChange(
  { services, db, user }: Pick<Context, 'services' | 'db' | 'user'>,
  { id, affiliateId, guardians }: Pick<DraftRow, 'id' | 'affiliateId' | 'guardians'>,
): Promise<void> {
  const change: FormChange = { id };
  for (const personId of new Set([affiliateId, ...guardians.map((guardian) => guardian.affiliateId)]))
    if (personId !== user.affiliateId) await services.pubsub.publish(db, formChannel(personId), change);
}
