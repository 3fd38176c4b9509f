import { demoAccountNotifications } from './account/notifications.ts';
import { seedDemoPeople } from './account/people.ts';
import { seedDemoApplications } from './applications/applications.ts';
import { drawDemoPortraits, seedDemoCertifications } from './certifications/certifications.ts';
import { describeYearSale } from '#features/club/server/public.ts';
import { seedDemoClub } from './club/memberships.ts';
import { seedDemoDsd } from './dsd.ts';
import { signDemoForms } from './forms/signed-forms.ts';
import { currentDemoCode, demoPeople, seedDemoAccounts, seedDemoFactors } from '#features/identity/server/public.ts';
import { answerDemoQuestions } from './learning/answers.ts';
import { seedDemoClass } from './learning/class.ts';
import { seedDemoLearning } from './learning/learning.ts';
import { drawDemoPhotos, getLastDiveYear, seedDemoLogbook } from './logbook/logbook.ts';
import { seedDemoNotifications } from './notifications.ts';
import { seedDemoPreferences } from './preferences.ts';
import { seedDemoOrder } from '#features/shop/server/public.ts';
import { seedDemoShop } from './shop.ts';
import type { Services } from '#platform/server/http/context.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';

/**
 * Seeds the demo data of all features in the order of their dependencies and returns whether anything was new. Loading
 * again changes nothing.
 */
export async function loadDemo(services: Services): Promise<boolean> {
  return services.database.inTransaction('demo', async (db) => {
    await seedDemoAccounts(db);
    await seedDemoFactors(db, services.env.SECRET_KEYS);
    await seedDemoPeople(db, services.env.SECRET_KEYS);
    await seedDemoPreferences(db);
    await seedDemoDsd(db);
    await seedDemoClass(db);
    const logbook = await seedDemoLogbook(db);
    const learning = await seedDemoLearning(db, services.messages, getLastDiveYear(new Date()));
    const certifications = await seedDemoCertifications(services, db);
    const applications = await seedDemoApplications(services, db);
    for (const { payment, paidAt } of await seedDemoClub(services, db))
      await seedDemoOrder(db, payment, describeYearSale(payment), paidAt);
    await seedDemoShop(db);
    await seedDemoNotifications(db, services.messages, [
      ...demoAccountNotifications,
      ...logbook.notifications,
      ...learning.notifications,
    ]);
    return logbook.isNew || learning.isNew || certifications.isNew || applications.isNew;
  });
}

/** Enqueues the slow parts of the demo data. Needs running job workers. */
export async function enqueueDemoJobs({ database }: Services): Promise<void> {
  await enqueue(database.db, drawDemoPortraits, {});
  await enqueue(database.db, drawDemoPhotos, {});
  await enqueue(database.db, signDemoForms, { year: getLastDiveYear(new Date()) });
  await enqueue(database.db, answerDemoQuestions, { year: getLastDiveYear(new Date()) });
}

export function formatDemoAccounts(): string {
  const rows = demoPeople.map((person) => [
    person.email,
    `${person.givenName} ${person.familyName}`.trim(),
    person.role,
  ]);
  const width = (column: number) => Math.max(...rows.map((row) => (row[column] ?? '').length));
  const lines = rows.map((row) => `  ${row[0]?.padEnd(width(0))}  ${row[1]?.padEnd(width(1))}  ${row[2]}`);
  const code = `  staff also enter a code, right now ${currentDemoCode(new Date())} (secret JBSWY3DPEHPK3PXP)`;
  return ['  demo accounts, password Diver123:', ...lines, code].join('\n');
}
