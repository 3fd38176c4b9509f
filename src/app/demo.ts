import { demoAccountNews } from '../features/account/server/demo-news.ts';
import { seedDemoPeople } from '../features/account/server/demo.ts';
import { seedDemoApplications } from '../features/applications/server/demo.ts';
import { drawDemoPortraits, seedDemoCertifications } from '../features/certifications/server/demo.ts';
import { describeYear, seedDemoClub } from '../features/club/server/public.ts';
import { seedDemoDsd } from '../features/dsd/server/public.ts';
import { signDemoForms } from '../features/forms/server/demo.ts';
import { currentDemoCode, demoPeople, seedDemoAccounts, seedDemoFactors } from '../features/identity/server/public.ts';
import { answerDemoQuestions } from '../features/learning/server/demo-answers.ts';
import { seedDemoClass } from '../features/learning/server/demo-class.ts';
import { seedDemoLearning } from '../features/learning/server/demo.ts';
import { drawDemoPhotos, lastYearOf, seedDemoLogbook } from '../features/logbook/server/demo.ts';
import { seedDemoNews } from '../features/notifications/server/public.ts';
import { seedDemoPreferences } from '../features/preferences/server/public.ts';
import { seedDemoOrder, seedDemoShop } from '../features/shop/server/public.ts';
import type { Services } from '../platform/server/context.ts';
import { enqueue } from '../platform/server/jobs.ts';

/**
 * Demo data of every area, in the order in which they lean on each other. Loading it again changes nothing. Says whether
 * it was the first time.
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
    const learning = await seedDemoLearning(db, services.messages, lastYearOf(new Date()));
    const certifications = await seedDemoCertifications(services, db);
    const applications = await seedDemoApplications(services, db);
    for (const { payment, paidAt } of await seedDemoClub(services, db))
      await seedDemoOrder(db, payment, describeYear(payment), paidAt);
    await seedDemoShop(db);
    await seedDemoNews(db, services.messages, [...demoAccountNews, ...logbook.news, ...learning.news]);
    return logbook.isNew || learning.isNew || certifications.isNew || applications.isNew;
  });
}

/** What takes a moment and nobody has to wait for; once there is somebody to do it. */
export async function finishDemo({ database }: Services): Promise<void> {
  await enqueue(database.db, drawDemoPortraits, {});
  await enqueue(database.db, drawDemoPhotos, {});
  await enqueue(database.db, signDemoForms, { year: lastYearOf(new Date()) });
  await enqueue(database.db, answerDemoQuestions, { year: lastYearOf(new Date()) });
}

export function demoTable(): string {
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
