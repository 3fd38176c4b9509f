import type { Locale } from '#platform/shared/locale.ts';
import { currentLocale, switchLocale } from '#platform/web/i18n/i18n.tsx';
import { accountClient } from '#features/account/web/client.ts';
import { loadSession } from '#features/account/web/session/session.ts';

/**
 * Switches the language immediately and stores it for the person's other devices. Reverted if the server doesn't store
 * it.
 */
export async function chooseLanguage(locale: Locale): Promise<void> {
  const former = currentLocale();
  await switchLocale(locale);
  // A newer choice was made while this one was loading.
  if (currentLocale() !== locale) return;
  const session = await loadSession();
  if (session === null) return;
  // People without an email address are identified by affiliate id.
  const name = session.email ?? String(session.user.affiliate_id);
  try {
    await accountClient('PUT user/update/language/{email}', {
      params: { email: name },
      body: { userName: name, languageCode: locale },
    });
    session.user.language = locale;
  } catch (error) {
    if (currentLocale() === locale) await switchLocale(former);
    throw error;
  }
}
