import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { createLink, peekLink, redeemLink } from '#platform/server/auth/single-use-links.ts';
import { takeRateLimitToken } from '#platform/server/http/rate-limit.ts';
import { fail, pages } from '#features/identity/shared/contract.ts';
import { type Account, findCredentials, type Credentials } from '#features/identity/server/accounts/accounts.ts';
import { createCode } from './codes.ts';

const purpose = 'identity.verify-email';
const linkLifetimeS = 86_400;
const perHour = { limit: 5, windowS: 3_600 };
const perDay = { limit: 20, windowS: 86_400 };

type Sender = Pick<Services, 'env' | 'mail'>;

/**
 * Sends a mail with a new code and a link. The mail contains no name: it was typed at sign-up, possibly by a stranger
 * to the mailbox's owner.
 */
export async function sendVerification(db: Db, { env, mail }: Sender, account: Account): Promise<void> {
  const { sub, email, locale } = account;
  if (email === null || account.isEmailVerified) return;
  const code = await createCode(db, env, sub);
  const token = await createLink(db, { purpose, data: { sub, email }, lifetimeS: linkLifetimeS });
  await mail.sendMail(db, {
    to: email,
    locale,
    template: 'identity.mail.verify_email',
    values: { url: `${env.BASE_URL}${pages.verify.replace(':token', token)}` },
    code,
  });
}

/** Throws after too many mails. Counted outside the request's transaction. */
export async function assertCanSendVerification({ database }: Pick<Services, 'database'>, sub: string): Promise<void> {
  for (const [name, bucket] of Object.entries({ perHour, perDay })) {
    const { allowed, retryAfterS } = await takeRateLimitToken(database.db, {
      key: `email-code:${name}:${sub}`,
      ...bucket,
    });
    if (!allowed) throw fail('identity.too_many_tries', { retryAfterS });
  }
}

/** Returns the unverified account of a link while it still has that address. */
export async function findLinkedAccount(db: Db, token: string): Promise<Credentials | null> {
  const data = await peekLink(db, token, purpose);
  const credentials = data === null ? null : await findCredentials(db, String(data['sub']));
  if (credentials === null || credentials.account.isEmailVerified) return null;
  return credentials.account.email?.toLowerCase() === String(data?.['email']).toLowerCase() ? credentials : null;
}

/** Throws if another request used the link first. */
export async function consumeVerificationLink(db: Db, token: string): Promise<void> {
  if ((await redeemLink(db, token, purpose)) === null) throw fail('identity.link_expired');
}
