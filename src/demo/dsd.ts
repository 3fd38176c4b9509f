import type { Db } from '#platform/server/db/database.ts';
import type { AuditEvent } from '#platform/server/observability/audit.ts';
import { findInstructorOf, ids, type Person } from './world/people.ts';
import { kelderBay } from './world/places.ts';
import type { World } from './world/world.ts';

/** Guests of the demo store at different steps. */
const guests = [
  { affiliateId: ids.guestWithForms, status: 'forms', daysAgo: 1 },
  { affiliateId: ids.guestAfterDive, status: 'completed', daysAgo: 2 },
] as const satisfies readonly { affiliateId: number; status: GuestStatus; daysAgo: number }[];
type GuestStatus = 'forms' | 'completed' | 'processed';
const otherStatuses: readonly GuestStatus[] = ['processed', 'completed', 'forms'];

/** Discover Scuba Diving guests of all stores. */
export function listDemoGuests({ people, find }: World) {
  const others = people
    .filter(({ journey }) => journey === 'guest')
    .map(({ affiliateId, store }: Person, index) => ({
      person: find(affiliateId),
      store,
      status: otherStatuses[index % otherStatuses.length] ?? 'forms',
      daysAgo: 2 + index,
    }));
  const named = guests.map(({ affiliateId, ...guest }) => ({ ...guest, person: find(affiliateId), store: kelderBay }));
  return [...named, ...others].map((guest) => ({ ...guest, teacher: findInstructorOf(guest.store) }));
}

/** Guests come back today once their forms are complete, and tomorrow if they still have to sign them. */
const diveDaysAgo = { forms: -1, completed: 0 } as const;

export async function seedDemoDsd(db: Db, world: World): Promise<void> {
  const { timeline } = world;
  await db
    .insertInto('dsd_checkpoint')
    .values(
      listDemoGuests(world).map(({ person, store, teacher, status, daysAgo }) => ({
        affiliate_id: person.affiliateId,
        store_number: store.storeNumber,
        member_number: teacher.memberNumber,
        status,
        dive_on: timeline.day(status === 'processed' ? daysAgo : diveDaysAgo[status]),
        processed_by: status === 'processed' ? teacher.affiliateId : null,
        created_at: timeline.at(daysAgo, '08:45'),
        updated_at: timeline.at(daysAgo, '14:10'),
      })),
    )
    .execute();
}

/** The audit entries of guests who were taken diving. The forms must be linked. */
export async function listGuestAudit(db: Db): Promise<(AuditEvent & { at: Date })[]> {
  const guests = await db
    .selectFrom('dsd_checkpoint')
    .select(['affiliate_id', 'processed_by', 'document_id', 'updated_at'])
    .where('status', '=', 'processed')
    .execute();
  return guests.map((guest) => ({
    actor: guest.processed_by,
    action: 'dsd.process',
    subject: `person:${guest.affiliate_id}`,
    data: { documentId: guest.document_id },
    correlationId: 'demo',
    at: guest.updated_at,
  }));
}

/** Connects a guest with the forms they signed, like the portal does when the last signature arrives. */
export async function linkGuestForms(db: Db, affiliateId: number, documentId: string): Promise<void> {
  const { store_number, member_number } = await db
    .updateTable('dsd_checkpoint')
    .set({ document_id: documentId })
    .where('affiliate_id', '=', affiliateId)
    .returning(['store_number', 'member_number'])
    .executeTakeFirstOrThrow();
  await db
    .insertInto('dsd_affiliation')
    .values({ affiliate_id: affiliateId, document_id: documentId, store_number, member_number })
    .execute();
}
