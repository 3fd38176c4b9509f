import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { createMailFooter } from '#features/notifications/server/public.ts';
import type { DemoNotification } from './notifications.ts';
import type { World } from './world/world.ts';

const locale = 'en-US';

/** The mails of the notifications, kept in the outbox because the demo has no mail server. */
export async function seedDemoMails(
  services: Services,
  db: Db,
  { timeline, people }: World,
  notifications: readonly DemoNotification[],
): Promise<void> {
  const { mail, env } = services;
  const addresses = await db.selectFrom('person').select(['affiliate_id', 'global_uuid']).execute();
  const uuids = new Map(addresses.map((row) => [row.affiliate_id, row.global_uuid]));
  const rows = notifications.flatMap(({ to, notice, values, path, minutesAgo }, index) => {
    const recipient = people.find(({ affiliateId }) => affiliateId === to);
    if (recipient === undefined || recipient.email === null) return [];
    const url = `${env.BASE_URL}${path}`;
    const footer = createMailFooter(services, locale, notice, uuids.get(to) ?? '');
    const composed = mail.compose({
      locale,
      template: notice.template,
      values: { ...values, name: recipient.givenName, url },
      ...(footer && { footer }),
    });
    const at = new Date(timeline.now.getTime() - minutesAgo * 60_000);
    const id = createUuidFromText(`demo mail ${to} ${notice.kind} ${index}`);
    const { subject, text, html } = composed;
    return [
      {
        id,
        affiliate_id: to,
        to_address: recipient.email,
        locale,
        subject,
        text,
        html,
        state: 'kept' as const,
        created_at: at,
      },
    ];
  });
  await db.insertInto('mail_outbox').values(rows).execute();
}
