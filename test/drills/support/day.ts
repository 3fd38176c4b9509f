import { randomUUID } from 'node:crypto';
import { getCourseText, library } from '#features/learning/server/content/library.ts';
import { documents as logbook } from '#features/logbook/web/graphql-documents.ts';
import { documents as notifications } from '#features/notifications/web/documents.ts';
import type { Basket } from '#features/shop/shared/contract.ts';
import { affiliateType } from '#domain/roles.ts';
import { DrillBrowser } from './browser.ts';
import type { QueryTarget } from './drill-database.ts';
import { headersOf } from './caller.ts';
import { payOnPage, type StripeServer } from './purchase.ts';

const course = 'open-water';
const password = 'Diver123';
const soldProduct = 2004;
const instructor = { affiliateId: 400_005, number: 100_001 };

/** Gives people an account with the demo's password, and a course. */
export async function prepareDay(database: QueryTarget, people: readonly number[]): Promise<void> {
  await database.query(
    `insert into account (sub, email, email_verified_at, given_name, family_name, password_hash, birthdate)
     select p.sub::uuid, p.email, now(), p.given_name, p.family_name, a.password_hash, p.birthdate
     from person p, account a where p.affiliate_id = any($1) and a.email = 'diver@demo.test'`,
    [people],
  );
  await database.query(
    `insert into enrollment (affiliate_id, package_id, source, lessons_total) select unnest($1::bigint[]), $2, 'code', 60`,
    [people, course],
  );
}

function findFirstLesson(): string {
  const found = library.find(course);
  const lesson = found && getCourseText(found, 'en-US').sections[0]?.lessons[0];
  if (lesson === undefined) throw new Error(`course ${course} has no lesson`);
  return lesson.id;
}

const trainingDive = {
  dive_title: 'Open water dive 2',
  dive_date: '2026-06-14',
  dive_location: 'Kelder Reef',
  dive_type: 'Shore',
  log_course: 'open_water',
  log_number: 2,
  memsys_member_number: instructor.number,
  skills: [{ dive_skills: ['mask_full', 'neutral_buoyancy'] }],
  depth_times: [{ max_depth: 11.3, bottom_time: 30, time_in: '09:20', time_out: '09:50' }],
  conditions: [{}],
  equipment: [{}],
  experiences: [{}],
};

/** One person's visit: sign-in, dashboard, lesson, log, verification by the instructor, purchase. About 20 requests. */
export async function visit(
  port: number,
  person: number,
  stripe: StripeServer,
  onReply: (elapsedMs: number, status: number) => void,
): Promise<void> {
  const browser = new DrillBrowser(port, `10.${(person >> 16) & 255}.${(person >> 8) & 255}.${person & 255}`, onReply);
  const { headers } = await browser.signIn(`drill-${person}@demo.test`, password);
  await browser.open('/training/dashboard');
  await browser.graphql(notifications.page, { me: person, unread: false, next: null }, headers);
  const progress = {
    kind: 'read',
    key: randomUUID(),
    at: new Date().toISOString(),
    lesson: findFirstLesson(),
    position: 5,
    seconds: 7,
  };
  await browser.fetch({ path: `/api/learning/v2/courses/${course}/progress`, body: { steps: [progress] }, headers });
  await browser.graphql(logbook.page, { filter: {}, sort: 'dive_date_desc', limit: 20, offset: 0 }, headers);
  const { createTrainingLog: log } = await browser.graphql<{ createTrainingLog: { id: string; version: number } }>(
    logbook.createTraining,
    { key: randomUUID(), general: trainingDive },
    headers,
  );
  const teacher = new DrillBrowser(port, '10.0.0.1', onReply);
  const logs = [{ id: log.id, version: log.version }];
  const reason = 'I was there and saw the rest on another dive.';
  await teacher.graphql(
    logbook.verify,
    { logs, reason },
    await headersOf(instructor.affiliateId, affiliateType.instructor),
  );
  await buyOne(browser, headers, stripe);
}

async function buyOne(browser: DrillBrowser, headers: Record<string, string>, stripe: StripeServer): Promise<void> {
  const line = { lineId: randomUUID(), productId: soldProduct, quantity: 1, isGift: true };
  await browser.open('/training/shop');
  const basket = await browser.fetch<Basket>({ path: '/api/shop/basket/lines', body: line, headers });
  const { payUrl } = await browser.fetch<{ payUrl: string }>({
    path: '/api/shop/checkout',
    body: { key: randomUUID(), basketVersion: basket.version, seenTotalMinor: basket.totalMinor, method: 'card' },
    headers,
  });
  const { url } = await browser.fetch<{ url: string }>({ path: `/api/shop${payUrl}/page`, body: {}, headers });
  const paymentId = payOnPage(url, stripe);
  const settle = { path: `/api/shop/payments/${paymentId}/settle`, body: {}, headers };
  const { state } = await browser.fetch<{ state: string }>(settle);
  if (state !== 'paid') throw new Error(`payment ${paymentId} is ${state}`);
}
