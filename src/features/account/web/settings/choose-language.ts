import type { Locale } from '#platform/shared/locale.ts';
import { currentLocale, switchLocale } from '#platform/web/i18n/i18n.tsx';
import { account } from '#features/account/web/client.ts';
import { loadSession } from '#features/account/web/session/session.ts';

/**
 * Takes effect here at once, and follows a signed-in person to their other devices; taken back when the server does
 * not keep it.
 */
export async function chooseLanguage(locale: Locale): Promise<void> {
  const former = currentLocale();
  await switchLocale(locale);
  // A newer choice has overtaken this one.
  if (currentLocale() !== locale) return;
  const session = await loadSession();
  if (session === null) return;
  // Not everybody has an e-mail; the number stands for it.
  const name = session.email ?? String(session.user.affiliate_id);
  try {
    await account('PUT user/update/language/{email}', {
      params: { email: name },
      body: { userName: name, languageCode: locale },
    });
    session.user.language = locale;
  } catch (error) {
    if (currentLocale() === locale) await switchLocale(former);
    throw error;
  }
}
