import type { Env } from '#platform/server/config/env.ts';
import type { Messages } from '#platform/server/i18n/messages.ts';
import { escapeHtml } from '#platform/server/mail/layout.ts';
import type { BootData } from '#platform/shared/boot-data.ts';

/** The description for search engines and link previews, and the canonical URL of a page without parameters. */
export function renderPageMetadata(
  messages: Pick<Messages, 'format'>,
  { BASE_URL }: Pick<Env, 'BASE_URL'>,
  { brand, locale }: Pick<BootData, 'brand' | 'locale'>,
  url: string,
  ownDescription?: string,
): string {
  const description = ownDescription ?? messages.format(locale, 'shell.description', { brand: brand.name });
  const canonical = `${BASE_URL}${findCanonicalPath(url)}`;
  return `<meta name="description" content="${escapeHtml(description)}" /><link rel="canonical" href="${escapeHtml(canonical)}" />`;
}

/** Each sign-in has its own URL, which ends with it. */
function findCanonicalPath(url: string): string {
  const [path = '/'] = url.split(/[?#]/);
  return path.startsWith('/sso/interaction/') ? '/login/sign-in' : path;
}
