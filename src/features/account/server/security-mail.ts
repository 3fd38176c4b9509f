import type { Context } from '../../../platform/server/context.ts';
import type { Db } from '../../../platform/server/db.ts';
import { pickLocale } from '../../../platform/shared/locale.ts';
import { demandSubject, type Subject } from './acting.ts';

type Change = 'password_changed' | 'passkey_added' | 'passkey_removed';

/** How somebody gets in has changed: they are told, and the guardian who changed it for them as well. */
export async function tellOfChange(
  ctx: Context,
  db: Db,
  subject: Subject,
  change: Change,
  values: Record<string, string> = {},
): Promise<void> {
  const guardian = subject.relation === 'guardian' ? await demandSubject(ctx, ctx.user.affiliateId) : null;
  const { mail, env } = ctx.services;
  const tell = async (person: Subject, template: string, page: string) => {
    if (person.email === null) return;
    await mail.sendMail(db, {
      to: person.email,
      locale: pickLocale([person.language]),
      template: `account.mail.${template}`,
      values: { name: person.givenName, child: subject.givenName, url: `${env.BASE_URL}${page}`, ...values },
      affiliateId: person.affiliateId,
    });
  };
  await tell(subject, change, '/account');
  if (guardian !== null) await tell(guardian, `child_${change}`, `/account?for=${subject.affiliateId}`);
}
