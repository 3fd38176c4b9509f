import type { Services } from '#platform/server/http/context.ts';
import type { MailFooter } from '#platform/server/mail/layout.ts';
import type { Locale } from '#platform/shared/locale.ts';
import type { Notice } from '#features/notifications/shared/notice.ts';

/** Required and transactional mails have no footer. The reason contains the notice's name in the notification settings. */
export function createMailFooter(
  { env, messages }: Pick<Services, 'env' | 'messages'>,
  locale: Locale,
  { kind, template, isRequired = false, isTransactional = false }: Notice,
  globalUuid: string,
): MailFooter | undefined {
  if (isRequired || isTransactional) return undefined;
  const title = messages.format(locale, `${template}.title`);
  const query = new URLSearchParams({ global_uid: globalUuid, kind });
  return {
    reason: messages.format(locale, 'notifications.mail_footer.reason', { title }),
    manage: {
      label: messages.format(locale, 'notifications.mail_footer.manage'),
      url: `${env.BASE_URL}/preferences/notifications`,
    },
    unsubscribe: {
      label: messages.format(locale, 'notifications.mail_footer.unsubscribe'),
      url: `${env.BASE_URL}/unsubscribed/${locale}?${query}`,
    },
  };
}
