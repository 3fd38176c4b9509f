import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Preference } from '../shared/contract.ts';
import type { Choices } from '../shared/rules.ts';
import { preferences, withFlag } from './client.ts';

/** We write to all kinds of affiliates in the same languages, and a link does not tell which kind one is. */
const affiliateType = 1;
const shortestPollMs = 1_000;
const longestPollMs = 60_000;

/** Asked for again until every choice has taken effect, the longer that takes the less often. */
function pollAgainMs(preference: Preference | null | undefined): number | false {
  const waiting = preference?.choices.find(({ effectiveAt }) => effectiveAt === null);
  if (waiting === undefined) return false;
  return Math.min(longestPollMs, Math.max(shortestPollMs, Date.now() - Date.parse(waiting.at)));
}

export function usePreference(affiliateId: number) {
  const client = useQueryClient();
  const queryKey = ['preferences', affiliateId] as const;
  const query = useQuery({
    queryKey,
    queryFn: () => preferences('GET preference/{affiliateId}', { params: { affiliateId } }),
    refetchInterval: ({ state }) => pollAgainMs(state.data),
  });
  return {
    ...query,
    save: async ({ communications, ...rest }: Choices, version: number) => {
      const id = query.data?.id;
      const saved =
        id === undefined
          ? await preferences('POST preference', { body: withFlag({ affiliateId, ...rest }, communications) })
          : await preferences('PUT preference/{id}', {
              params: { id },
              body: withFlag({ id, ...rest, version }, communications),
            });
      client.setQueryData(queryKey, saved);
    },
  };
}

/** By the link of a mail, without anybody signed in. */
export function useLinkedPreference(globalUid: string | null, mailingJob: string | null) {
  const client = useQueryClient();
  const queryKey = ['preferences', 'linked', globalUid] as const;
  const query = useQuery({
    queryKey,
    enabled: globalUid !== null,
    queryFn: () => preferences('GET unsubscribe/{global_uid}', { params: { global_uid: globalUid ?? '' } }),
  });
  const origin = { id: globalUid ?? '', ...(mailingJob !== null && { sfm_jobid: mailingJob }) };
  return {
    ...query,
    unsubscribe: async () => {
      client.setQueryData(queryKey, await preferences('POST unsubscribe', { body: withFlag(origin, false) }));
    },
    save: async ({ communications, ...rest }: Choices, version: number) => {
      const body = withFlag({ ...origin, ...rest, version }, communications);
      client.setQueryData(queryKey, await preferences('POST unsubscribe', { body }));
    },
  };
}

export function useEmailLanguages() {
  return useQuery({
    queryKey: ['preferences', 'languages'],
    staleTime: Infinity,
    queryFn: () => preferences('GET MarketingLanguage/{affiliateType}', { params: { affiliateType } }),
  });
}
