import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { pickLocale } from '#platform/shared/locale.ts';
import { pages } from '#features/identity/shared/contract.ts';
import { accountNotices } from '#features/account/shared/notices.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { isMinor } from '#domain/age.ts';
import { notifyGuardians } from '#features/account/server/people/guardian-notifications.ts';

interface Correction {
  affiliateId: number;
  oldEmail: string;
  newEmail: string;
  givenName: string;
  language: string;
  birthdate: string | null;
}

type Sender = Pick<Services, 'env' | 'mail' | 'messages' | 'pubsub'>;

/** Sent as a mail instead of a notification, which would reach only one of the two addresses. */
async function sendCorrectionMail(
  { env, mail }: Sender,
  db: Db,
  to: string,
  { affiliateId, givenName, language, oldEmail, newEmail }: Correction,
  template: string,
  path: string,
): Promise<void> {
  await mail.sendMail(db, {
    to,
    locale: pickLocale([language]),
    template: `account.mail.${template}`,
    values: { name: givenName, oldEmail, newEmail, url: `${env.BASE_URL}${path}` },
    affiliateId,
  });
}

const getCorrectionPath = (token: string): string => pages.email.replace(':token', token);

export async function notifyEmailChangeRequested(
  services: Sender,
  db: Db,
  correction: Correction,
  { confirm, keep }: { confirm: string; keep: string },
): Promise<void> {
  await sendCorrectionMail(services, db, correction.newEmail, correction, 'email_confirm', getCorrectionPath(confirm));
  await sendCorrectionMail(services, db, correction.oldEmail, correction, 'email_correcting', getCorrectionPath(keep));
}

export async function notifyEmailChangeConfirmed(
  services: Sender,
  db: Db,
  correction: Correction,
  revert: string,
): Promise<void> {
  await sendCorrectionMail(services, db, correction.newEmail, correction, 'email_corrected', '/account');
  await sendCorrectionMail(services, db, correction.oldEmail, correction, 'email_revert', getCorrectionPath(revert));
  await notifyFamily(services, db, correction, correction.newEmail);
}

export async function notifyEmailChangeReverted(services: Sender, db: Db, correction: Correction): Promise<void> {
  await sendCorrectionMail(services, db, correction.oldEmail, correction, 'email_reverted', pages.forgot);
  await sendCorrectionMail(services, db, correction.newEmail, correction, 'email_reverted_new', '/');
  await notifyFamily(services, db, correction, correction.oldEmail);
}

/** Guardians are notified because the address gives access to the child's account. */
async function notifyFamily(
  services: Sender,
  db: Db,
  { affiliateId, givenName, birthdate }: Correction,
  email: string,
): Promise<void> {
  await notifyGuardians(
    services,
    db,
    { affiliateId, isMinor: isMinor(birthdate, toIsoDate(new Date())) },
    { notice: accountNotices.childEmailChanged, values: { child: givenName, email }, path: '/family' },
  );
}
