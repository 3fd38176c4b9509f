import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { useChildren } from '#platform/web/session/use-person-switch.tsx';
import { queryClient } from '#platform/web/client/query-client.ts';
import { currentToken } from '#platform/web/session/session.ts';
import type { FormRecordData, FormRecord } from '#features/forms/shared/contract.ts';
import { formsClient } from '#features/forms/web/client.ts';
import { documentPollMs } from '#features/forms/web/list/list-queries.ts';
import { formsKey } from '#features/forms/web/queries.ts';

const recordKey = (id: string) => [...formsKey, 'record', id] as const;

/** Who looks at a record: by it they are shown who else has, or are told that they are seen. */
export type Reader = 'diver' | 'guardian' | 'staff' | 'named';
export type OpenedRecord = FormRecord & { formData: FormRecordData | null };

/** Asked for once, each time it is opened: every asking is a reading, and the diver is shown it. */
export function useRecord(id: string) {
  return useQuery({
    queryKey: [...recordKey(id), currentLocale()],
    queryFn: async () => (await formsClient('GET Search/document/{id}', { params: { id } })) as OpenedRecord,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

export function useReader(affiliateId: number): Reader | undefined {
  const { data: children, isError } = useChildren();
  const token = currentToken();
  if (token?.affiliateId === affiliateId) return 'diver';
  if (children === undefined && !isError) return undefined;
  if (children?.some((child) => child.affiliateId === affiliateId)) return 'guardian';
  return token?.role === 'staff' ? 'staff' : 'named';
}

const decisionPollMs = 15_000;

/** What changes of a record while it is looked at, asked for without reading its answers again. */
export function useRecordUpdates(record: FormRecord, reader: Reader | undefined): FormRecord {
  const { id, affiliateId, diverName, medicalStatus, isConfirmationPending } = record;
  // What a guardian or the association reads of somebody is written down each time: they ask when they look again.
  const isWatched = reader === 'diver' || reader === 'named';
  const { data } = useQuery({
    queryKey: [...recordKey(id), 'news', currentLocale(), reader],
    queryFn: async () => {
      const { items } =
        reader === 'named'
          ? await formsClient('GET Search/Member', { query: { search: diverName, show: 'all', page: 1 } })
          : await formsClient('GET Search/Diver', { query: { affiliateId, page: 1 } });
      return items.find((item) => item.id === id) ?? null;
    },
    enabled: reader !== undefined && !record.isRemoved,
    staleTime: 0,
    refetchInterval: ({ state: { data: news, dataUpdateCount } }) =>
      documentPollMs([news ?? record], dataUpdateCount) ||
      (isWatched && ['physician', 'review'].includes((news ?? record).medicalStatus) && decisionPollMs),
  });
  const isOther =
    data !== undefined &&
    data !== null &&
    (data.medicalStatus !== medicalStatus || data.isConfirmationPending !== isConfirmationPending);
  useEffect(() => {
    // Somebody has decided: what they said is part of it.
    if (isOther) void queryClient.invalidateQueries({ queryKey: [...recordKey(id), currentLocale()], exact: true });
  }, [isOther, id]);
  return data ? { ...data, formData: record.formData } : record;
}

export function useReadings(id: string, isWanted: boolean) {
  return useQuery({
    queryKey: [...recordKey(id), 'readings'],
    queryFn: () => formsClient('GET Records/{id}/readings', { params: { id } }),
    enabled: isWanted,
    staleTime: 0,
  });
}
