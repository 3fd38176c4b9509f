import { formatPersonName } from '#platform/shared/person-name.ts';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';

interface SessionName {
  given_name: string;
  family_name: string;
  email: string | null;
}

/** The signed-in person's name in the page's language. */
export function fullName({ given_name: givenName, family_name: familyName, email }: SessionName): string {
  return formatPersonName({ givenName, familyName }, currentLocale()) || (email ?? '');
}
