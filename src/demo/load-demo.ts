import { describeYearSale } from '#features/club/server/public.ts';
import { currentDemoCode, demoPeople, seedDemoAccounts, seedDemoFactors } from '#features/identity/server/public.ts';
import { seedDemoOrder } from '#features/shop/server/public.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Services } from '#platform/server/http/context.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import { listDemoAccountNotifications } from './account/notifications.ts';
import { seedDemoPeople } from './account/people.ts';
import { drawDemoPortraits } from './account/portraits.ts';
import { seedDemoSecurityLog } from './account/security-events.ts';
import { seedDemoApplications } from './applications/applications.ts';
import { seedDemoAudit } from './audit.ts';
import { seedDemoCertifications } from './certifications/certifications.ts';
import { listDemoCertificationNotifications } from './certifications/notifications.ts';
import { drawDemoOutsideCards } from './certifications/outside-cards.ts';
import { seedDemoClub } from './club/memberships.ts';
import { seedDemoDeskRequests } from './desk-requests.ts';
import { seedDemoDsd } from './dsd.ts';
import { enqueueDemoDocuments, seedDemoForms } from './forms/signed-forms.ts';
import { seedDemoAnswers } from './learning/answers.ts';
import { seedDemoLearning } from './learning/learning.ts';
import { demoLearningNotifications } from './learning/notifications.ts';
import { seedDemoLogbook } from './logbook/logbook.ts';
import { listDemoLogbookNotifications } from './logbook/notifications.ts';
import { drawDemoPhotos } from './logbook/photos.ts';
import { seedDemoMails } from './mails.ts';
import { seedDemoNotifications } from './notifications.ts';
import { seedDemoOrders } from './orders.ts';
import { seedDemoPaymentRequest } from './payment-request.ts';
import { seedDemoPreferences } from './preferences.ts';
import { seedDemoPrintedCard } from './printed-card.ts';
import { seedDemoShop } from './shop.ts';
import { ids } from './world/people.ts';
import { createWorld, type WorldSize } from './world/world.ts';

export interface DemoOptions {
  now?: Date;
  size?: WorldSize;
}

/**
 * Seeds the demo world of all features in the order of their dependencies, unless it is there, and returns whether it is
 * new. `accounts` leaves out answers and forms, which most tests of single calls create themselves.
 */
export async function loadDemo(
  services: Services,
  { now = new Date(), size = 'world' }: DemoOptions = {},
): Promise<boolean> {
  const seed = async (db: Db) => {
    await seedDemoAccounts(db);
    await seedDemoFactors(db, services.env.SECRET_KEYS);
    // Dates are relative to the first load, so a later load must not add rows.
    if (await hasDemo(db)) return false;
    const world = createWorld(now, size);
    await seedDemoPeople(db, services.env.SECRET_KEYS, world);
    await seedDemoPreferences(db, world);
    await seedDemoDsd(db, world);
    await seedDemoLogbook(services, db, world);
    await seedDemoLearning(db, services.messages, world);
    await seedDemoCertifications(services, db, world);
    await seedDemoApplications(services, db, world);
    for (const { payment, paidAt } of await seedDemoClub(services, db, world))
      await seedDemoOrder(db, payment, describeYearSale(payment), paidAt);
    await seedDemoShop(db, now);
    const notifications = [
      ...listDemoAccountNotifications(world),
      ...listDemoCertificationNotifications(services.messages, world),
      ...(await listDemoLogbookNotifications(db, world)),
      ...demoLearningNotifications,
      ...(size === 'world' ? [await seedDemoPaymentRequest(services, db, world)] : []),
    ];
    await seedDemoNotifications(db, services.messages, world.timeline, notifications);
    if (size === 'world') {
      await seedDemoSecurityLog(db, world.timeline);
      await seedDemoMails(services, db, world, notifications);
      await seedDemoAnswers(db, world);
      await seedDemoForms(services, db, world);
      await seedDemoAudit(db, world, await seedDemoDeskRequests(services, db, world));
      await seedDemoOrders(services, db, world);
      await seedDemoPrintedCard(services, db, world);
    }
    return true;
  };
  // Files are stored with their rows, because only one process loads the demo.
  return services.database.inTransaction('demo', seed, { isRepeatable: false });
}

async function hasDemo(db: Db): Promise<boolean> {
  const person = db.selectFrom('person').select('affiliate_id').where('affiliate_id', '=', ids.diver);
  return (await person.executeTakeFirst()) !== undefined;
}

/** Enqueues pictures and documents, which are slow to make. Needs running job workers. */
export async function enqueueDemoJobs({ database }: Services): Promise<void> {
  await enqueue(database.db, drawDemoPortraits, {});
  await enqueue(database.db, drawDemoPhotos, {});
  await enqueue(database.db, drawDemoOutsideCards, {});
  await enqueueDemoDocuments(database.db);
}

export function formatDemoAccounts(): string {
  const rows = demoPeople.map((person) => [
    person.email,
    `${person.givenName} ${person.familyName}`.trim(),
    person.role,
  ]);
  const width = (column: number) => Math.max(...rows.map((row) => (row[column] ?? '').length));
  const lines = rows.map((row) => `  ${row[0]?.padEnd(width(0))}  ${row[1]?.padEnd(width(1))}  ${row[2]}`);
  const code = `  staff also enter a code, currently ${currentDemoCode(new Date())} (secret JBSWY3DPEHPK3PXP)`;
  return ['  demo accounts, password Diver123:', ...lines, code].join('\n');
}
