import { writeName } from '../../platform/shared/name.ts';
import { currentLocale } from '../../platform/web/i18n.tsx';

interface Named {
  given_name: string;
  family_name: string;
  email: string | null;
}

/** Of who is signed in, whose language is the page's. */
export function fullName({ given_name: givenName, family_name: familyName, email }: Named): string {
  return writeName({ givenName, familyName }, currentLocale()) || (email ?? '');
}
