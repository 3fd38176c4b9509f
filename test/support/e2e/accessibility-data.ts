import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { createReefPackage, createZip } from '#test/support/api/scorm-testing.ts';
import { hashToken } from '#platform/server/crypto/secrets.ts';
import { openPage } from '#platform/testing/browser.ts';
import { fillApplication, openApplicant, type Applicant } from './applicants.ts';
import { createApiCaller } from './api-calls.ts';
import { clearBirthdateCorrections, requestBirthdateCorrection } from './birthdate-corrections.ts';
import { runSql } from './database.ts';
import { findMailLink } from './mails.ts';
import { startForms, signForms } from './signed-forms.ts';

const lastPart = (url: string) => url.split('/').at(-1) ?? '';
const picture = () =>
  sharp({ create: { width: 640, height: 400, channels: 3, background: '#486' } })
    .jpeg()
    .toBuffer();

/** Creates an unpaid order and a basket with a product. */
export async function createUnpaidOrder(page: Page): Promise<{ order: string; pay: string }> {
  const call = await createApiCaller(page, 'shop');
  const addToBasket = () =>
    call<{ version: number; totalMinor: number }>('POST', 'basket/lines', {
      lineId: randomUUID(),
      productId: 4001,
      quantity: 1,
    });
  const { version: basketVersion, totalMinor: seenTotalMinor } = await addToBasket();
  const address = { name: 'Nora Fjord', line1: '1 Harbour Road', city: 'Swanage', country: 'GB' };
  const checkout = { key: randomUUID(), basketVersion, seenTotalMinor, method: 'card', address };
  const { orderId, payUrl } = await call<{ orderId: string; payUrl: string }>('POST', 'checkout', checkout);
  await addToBasket();
  return { order: orderId, pay: lastPart(payUrl) };
}

/** Shares a code with the person, who has not claimed it. */
async function giveCode(email: string): Promise<string> {
  const code = `GIFT-${randomUUID().slice(9, 18).toUpperCase()}`;
  await runSql(
    `insert into access_code (code, package_id, certification_name, holder_affiliate_id)
     values ($1, 'deep', 'Deep Diver', 400001)`,
    [code],
  );
  const sender = await openPage({ signedInAs: 'diver@demo.test' });
  const call = await createApiCaller(sender, 'certifications');
  await call('POST', `codes/${code}/share`, { email, certificationName: 'Deep Diver' });
  return lastPart(await findMailLink(email, '/training/claim/'));
}

/** Starts a quiz and returns its query parameters. */
async function startQuiz(page: Page, affiliateId: number): Promise<string> {
  await runSql(
    `insert into enrollment (affiliate_id, package_id, source, enrolled_at) values ($1, 'peak-buoyancy', 'association', now())`,
    [affiliateId],
  );
  const call = await createApiCaller(page, 'learning');
  const { sections } = await call<{ sections: { id: string }[] }>('GET', 'v2/courses/peak-buoyancy');
  const section = sections[0]?.id ?? '';
  const key = randomUUID();
  await call('POST', 'v2/courses/peak-buoyancy/attempts', { key, kind: 'quiz', section });
  return `quiz=${section}&attempt=${key}`;
}

/** A new person with a draft form, a form for a physician, an order, a quiz, an application and a code. */
export async function createActiveUser(): Promise<{ user: Applicant; values: Record<string, string> }> {
  const user = await openApplicant('Nora');
  const { page, email, affiliateId } = user;
  await runSql("update person set country = 'GB' where affiliate_id = $1", [affiliateId]);
  const record = await signForms(page, { yes: ['medical.q3'] });
  const draft = await startForms(page, { yes: ['medical.q3'] });
  await runSql("insert into dsd_checkpoint (affiliate_id, store_number, status) values ($1, 20001, 'affiliation')", [
    affiliateId,
  ]);
  const application = String(await fillApplication(user));
  const quiz = await startQuiz(page, affiliateId);
  const claim = await giveCode(email);
  return { user, values: { record, draft, application, quiz, claim, ...(await createUnpaidOrder(page)) } };
}

/** Creates all kinds of personal links. */
export async function createLinks({ page, affiliateId }: Applicant, record: string): Promise<Record<string, string>> {
  const forms = await createApiCaller(page, 'forms');
  await runSql('update person set email_verified_at = now() where affiliate_id = $1', [affiliateId]);
  const practice = `practice-${process.pid}@example.test`;
  await forms('POST', `Records/${record}/physician-link`, { email: practice });
  const physician = await findMailLink(practice, '/physician/');
  const family = await createApiCaller(page, 'family');
  const child = { key: randomUUID(), firstName: 'Obi', lastName: 'Fjord', birthdate: '2016-06-01' };
  const { affiliateId: childId } = await family<{ affiliateId: number }>('POST', 'Children', child);
  const { url: join } = await family<{ url: string }>('POST', `Children/${childId}/sign-in-link`);
  const email = `guardian-${process.pid}@example.test`;
  await family('POST', 'Invites', { affiliateId: childId, email });
  const handover = `handover-${randomUUID()}`;
  await runSql(
    `insert into link_token (token_hash, purpose, data, expires_at)
     values ($1, 'handover', jsonb_build_object('affiliateId', $2::bigint), now() + interval '1 day')`,
    [hashToken(handover), childId],
  );
  const [person] = await runSql<{ uid: string }>('select global_uuid as uid from person where affiliate_id = $1', [
    affiliateId,
  ]);
  const diver = await openPage({ signedInAs: 'diver@demo.test' });
  const { url: card } = await (
    await createApiCaller(diver, 'ecards')
  )<{ url: string }>('POST', 'cards/20471101/share', { days: 1 });
  return {
    uid: person?.uid ?? '',
    physician: lastPart(physician),
    join: lastPart(join),
    sign: lastPart(await findMailLink(email, '/sign/')),
    handover,
    card: lastPart(card),
  };
}

const thirdPartyCourse = 'reef-walk';

/** Creates a photo, an outside card, a physician page and a request for the desk's queues, and a SCORM course. */
export async function createDeskWork({ page, affiliateId }: Applicant, documentId: string): Promise<void> {
  const desk = await createApiCaller(await openPage({ signedInAs: 'staff@demo.test' }), 'learning');
  const zip = { name: 'reef.zip', mimeType: 'application/zip', buffer: await createZip(createReefPackage()) };
  await desk('POST', 'scorm/packages', undefined, { packageId: thirdPartyCourse, package: zip });
  const file = { name: 'page.jpg', mimeType: 'image/jpeg', buffer: await picture() };
  const forms = await createApiCaller(page, 'forms');
  await forms('POST', 'Data', undefined, { kind: 'page', documentId, key: randomUUID(), file });
  const cards = await createApiCaller(page, 'ecards');
  const card = { agency: 'Lake Divers', level: 'Ice Pilot', number: 'LD-7', certDate: '28-FEB-2019' };
  const { id } = await cards<{ id: string }>('POST', 'outside', card);
  await cards('POST', `outside/${id}/picture`, undefined, { imageFile: file });
  const account = await createApiCaller(page, 'certifications');
  await account('POST', 'certifications/photos/upload', undefined, { imageFile: file });
  await requestBirthdateCorrection(page, affiliateId);
}

/** Deletes the desk work, because other tests count the queues. */
export async function clearDeskWork({ affiliateId }: Applicant): Promise<void> {
  for (const table of [
    'person_photo',
    'outside_certification',
    'form_physician_link',
    'form_reading',
    'form_evaluation',
    'form_blob',
    'form_record',
  ])
    await runSql(`delete from ${table} where affiliate_id = $1`, [affiliateId]);
  await clearBirthdateCorrections(affiliateId);
  await runSql('delete from scorm_package where package_id = $1', [thirdPartyCourse]);
}
