import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { addDays, toIsoDate } from '#platform/shared/dates.ts';
import { ids, type Person } from '#demo/world/people.ts';
import { demoStores, kelderBay } from '#demo/world/places.ts';
import type { Timeline } from '#demo/world/timeline.ts';
import type { World } from '#demo/world/world.ts';

interface PhotoOwner {
  affiliateId: number;
  isPending: boolean;
}

interface PlannedPhoto {
  affiliateId: number;
  /** Fixed, because the audit trail is seeded before the photo is drawn. */
  id: string;
  uploadedAt: Date;
  /** Null until the desk has approved it. */
  decidedAt: Date | null;
}

/** Everyone with a photo, in drawing order: what visitors see first comes first. */
export function listPhotoOwners(world: World): PhotoOwner[] {
  const approved = listPhotographed(world).map(({ affiliateId }) => ({ affiliateId, isPending: false }));
  const stores = demoStores.map(({ affiliateId }) => ({ affiliateId, isPending: false }));
  const owners = [
    ...approved.filter(({ affiliateId }) => affiliateId < ids.firstApplicant),
    ...stores.filter(({ affiliateId }) => affiliateId === kelderBay.affiliateId),
    ...listToApprove(world).map(({ affiliateId }) => ({ affiliateId, isPending: true })),
    ...stores,
    ...approved,
  ];
  return owners.filter(
    ({ affiliateId }, index) => owners.findIndex((one) => one.affiliateId === affiliateId) === index,
  );
}

/** Everyone with a card or ready for one has a photo. */
function listPhotographed({ people, courses, careers }: World): Person[] {
  const certified = new Set([
    ...courses.flatMap(({ affiliateId, cardDaysAgo }) => (cardDaysAgo === null ? [] : [affiliateId])),
    ...careers.flatMap(({ affiliateId, cards }) => (cards.length > 0 ? [affiliateId] : [])),
    ids.readyStudent,
  ]);
  return people.filter(({ affiliateId }) => certified.has(affiliateId) && affiliateId !== ids.candidate);
}

/** Students with a new photo, which the desk has to approve. */
export function listToApprove({ people }: World): Person[] {
  return people.filter(({ journey }) => journey === 'class');
}

/** The staff are younger than the first members. */
const earliestPhotoDays = 1_500;

/**
 * People add their photo the day after they join, because a card isn't issued without one. Depends on the day they
 * joined instead of today, because photos are drawn after the audit trail was seeded.
 */
export function planPhoto({ affiliateId, isPending }: PhotoOwner, joinedAt: Date, timeline: Timeline): PlannedPhoto {
  const id = createUuidFromText(`demo portrait ${affiliateId}`);
  if (isPending) return { affiliateId, id, uploadedAt: timeline.at(1 + (affiliateId % 4), '10:20'), decidedAt: null };
  const [afterJoining, earliest] = [addDays(toIsoDate(joinedAt), 1), timeline.day(earliestPhotoDays)];
  const day = afterJoining > earliest ? afterJoining : earliest;
  const uploadedAt = limitToPast(new Date(`${day}T10:20:00Z`), timeline);
  return { affiliateId, id, uploadedAt, decidedAt: limitToPast(new Date(`${addDays(day, 1)}T09:15:00Z`), timeline) };
}

function limitToPast(at: Date, { now }: Timeline): Date {
  return new Date(Math.min(at.getTime(), now.getTime() - 60_000));
}
