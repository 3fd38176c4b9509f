import type { accountCalls } from '../../features/account/shared/contract.ts';
import { loadSession } from '../../features/account/web/session.ts';
import type { Locale } from '../../platform/shared/locale.ts';
import { createClient } from '../../platform/web/client.ts';
import { currentLocale, switchLocale } from '../../platform/web/i18n.tsx';

const account = createClient<typeof accountCalls>('/api/account');

/** Takes effect here at once, and follows a signed-in person to their other devices. */
export async function chooseLanguage(locale: Locale): Promise<void> {
  await switchLocale(locale);
  // A newer choice has overtaken this one.
  if (currentLocale() !== locale) return;
  const session = await loadSession();
  if (session?.email) {
    await account('PUT user/update/language/{email}', {
      params: { email: session.email },
      body: { userName: session.email, languageCode: locale },
    });
    session.user.language = locale;
  }
}
