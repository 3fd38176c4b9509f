import type { Services } from '../../../../platform/server/context.ts';
import type { Db } from '../../../../platform/server/db.ts';
import { pickLocale } from '../../../../platform/shared/locale.ts';
import { pages } from '../../../identity/shared/contract.ts';

interface Correction {
  affiliateId: number;
  oldEmail: string;
  newEmail: string;
  givenName: string;
  language: string;
}

type Sender = Pick<Services, 'env' | 'mail'>;

/** Mailed directly: a notification would go to one address, and both must know. */
async function send(
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

const pageOf = (token: string): string => pages.email.replace(':token', token);

export async function notifyRequested(
  services: Sender,
  db: Db,
  correction: Correction,
  { confirm, keep }: { confirm: string; keep: string },
): Promise<void> {
  await send(services, db, correction.newEmail, correction, 'email_confirm', pageOf(confirm));
  await send(services, db, correction.oldEmail, correction, 'email_correcting', pageOf(keep));
}

export async function notifyConfirmed(services: Sender, db: Db, correction: Correction, revert: string): Promise<void> {
  await send(services, db, correction.newEmail, correction, 'email_corrected', '/account');
  await send(services, db, correction.oldEmail, correction, 'email_revert', pageOf(revert));
}

export async function notifyReverted(services: Sender, db: Db, correction: Correction): Promise<void> {
  await send(services, db, correction.oldEmail, correction, 'email_reverted', pages.forgot);
  await send(services, db, correction.newEmail, correction, 'email_reverted_new', '/');
}
