import { useQuery, useQueryClient } from '@tanstack/react-query';
import { affiliateType } from '#domain/roles.ts';
import type { Preference } from '#features/preferences/shared/contract.ts';
import type { Choices } from '#features/preferences/shared/rules.ts';
import { preferencesClient, withCommunicationsFlag } from './client.ts';

/** All affiliate types have the same languages, and a link does not reveal the type. */
const languageParams = { affiliateType: affiliateType.diver };
const shortestPollMs = 1_000;
const longestPollMs = 60_000;

/** Polls until every choice has taken effect, less often the longer it takes. */
function nextPollMs(preference: Preference | null | undefined): number | false {
  const waiting = preference?.choices.find(({ effectiveAt }) => effectiveAt === null);
  if (waiting === undefined) return false;
  return Math.min(longestPollMs, Math.max(shortestPollMs, Date.now() - Date.parse(waiting.at)));
}

export function usePreference(affiliateId: number) {
  const client = useQueryClient();
  const queryKey = ['preferences', affiliateId] as const;
  const query = useQuery({
    queryKey,
    queryFn: () => preferencesClient('GET preference/{affiliateId}', { params: { affiliateId } }),
    refetchInterval: ({ state }) => nextPollMs(state.data),
  });
  return {
    ...query,
    save: async ({ communications, ...rest }: Choices, version: number) => {
      const id = query.data?.id;
      const saved =
        id === undefined
          ? await preferencesClient('POST preference', {
              body: withCommunicationsFlag({ affiliateId, ...rest }, communications),
            })
          : await preferencesClient('PUT preference/{id}', {
              params: { id },
              body: withCommunicationsFlag({ id, ...rest, version }, communications),
            });
      client.setQueryData(queryKey, saved);
    },
  };
}

/** Read and changed by the link of a mail, without a session. */
export function useLinkedPreference(globalUid: string | null, mailingJob: string | null) {
  const client = useQueryClient();
  const queryKey = ['preferences', 'linked', globalUid] as const;
  const query = useQuery({
    queryKey,
    enabled: globalUid !== null,
    queryFn: () => preferencesClient('GET unsubscribe/{global_uid}', { params: { global_uid: globalUid ?? '' } }),
  });
  const origin = { id: globalUid ?? '', ...(mailingJob !== null && { sfm_jobid: mailingJob }) };
  return {
    ...query,
    unsubscribe: async () => {
      client.setQueryData(
        queryKey,
        await preferencesClient('POST unsubscribe', { body: withCommunicationsFlag(origin, false) }),
      );
    },
    save: async ({ communications, ...rest }: Choices, version: number) => {
      const body = withCommunicationsFlag({ ...origin, ...rest, version }, communications);
      client.setQueryData(queryKey, await preferencesClient('POST unsubscribe', { body }));
    },
  };
}

export function useEmailLanguages() {
  return useQuery({
    queryKey: ['preferences', 'languages'],
    staleTime: Infinity,
    queryFn: () => preferencesClient('GET MarketingLanguage/{affiliateType}', { params: languageParams }),
  });
}
