import { useQuery } from '@tanstack/react-query';
import type { Locale } from '../../../platform/shared/locale.ts';
import { currentLocale, switchLocale } from '../../../platform/web/i18n.tsx';
import { identity } from './client.ts';

export function useInteraction(uid: string) {
  return useQuery({
    queryKey: ['identity', 'interaction', uid],
    staleTime: Infinity,
    queryFn: async () => {
      const interaction = await identity('GET interaction/{uid}/details', { params: { uid } });
      await followLocale(uid, interaction.locale);
      return interaction;
    },
  });
}

export function useResetLink(token: string) {
  return useQuery({
    queryKey: ['identity', 'reset', token],
    staleTime: Infinity,
    queryFn: () => identity('POST reset/check', { body: { token } }),
  });
}

const followedKey = 'identity.followed-interaction';

/** The application asks for a language once; what the person chooses on the page after that stays, also on reload. */
async function followLocale(uid: string, locale: Locale): Promise<void> {
  if (sessionStorage.getItem(followedKey) === uid) return;
  if (locale !== currentLocale()) await switchLocale(locale);
  sessionStorage.setItem(followedKey, uid);
}
