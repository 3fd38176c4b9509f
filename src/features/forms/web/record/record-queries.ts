import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { useChildren } from '#platform/web/session/use-person-switch.tsx';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import { currentToken } from '#platform/web/session/session.ts';
import type { ReaderRelation } from '#features/forms/shared/policy.ts';
import type { FormRecordData, FormRecord } from '#features/forms/shared/contract.ts';
import { formClient } from '#features/forms/web/client.ts';
import { documentPollMs } from '#features/forms/web/list/list-queries.ts';
import { formsKey } from '#features/forms/web/queries.ts';

const recordKey = (id: string) => [...formsKey, 'record', id] as const;

export type OpenedRecord = FormRecord & { formData: FormRecordData | null };

/** Fetched once each time it is opened, because every request is logged as a reading and shown to the diver. */
export function useRecord(id: string) {
  return useQuery({
    queryKey: [...recordKey(id), currentLocale()],
    queryFn: async () => (await formClient('GET Search/document/{id}', { params: { id } })) as OpenedRecord,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Like the server's `getReaderRelation`; those it doesn't know as staff or family are named on the form. */
export function useReader(affiliateId: number): ReaderRelation | undefined {
  const { data: children, isError } = useChildren();
  const token = currentToken();
  if (token?.affiliateId === affiliateId) return 'self';
  if (children === undefined && !isError) return undefined;
  if (children?.some((child) => child.affiliateId === affiliateId)) return 'guardian';
  return token?.role === 'staff' || token?.role === 'store' ? token.role : 'professional';
}

const decisionPollMs = 15_000;

/** Polls the changeable fields of an open record without reading its answers again. */
export function useRecordUpdates(record: FormRecord, reader: ReaderRelation | undefined): FormRecord {
  const { id, affiliateId, diverName, medicalStatus, isConfirmationPending } = record;
  // Readings by guardians and staff are audited each time, so they are not polled.
  const isNamed = reader === 'store' || reader === 'professional';
  const isPolled = reader === 'self' || isNamed;
  const { data } = useQuery({
    queryKey: [...recordKey(id), 'news', currentLocale(), reader],
    queryFn: async () => {
      const { items } = isNamed
        ? await formClient('GET Search/Member', { query: { search: diverName, show: 'all', page: 1 } })
        : await formClient('GET Search/Diver', { query: { affiliateId, page: 1 } });
      return items.find((item) => item.id === id) ?? null;
    },
    enabled: reader !== undefined && !record.isRemoved,
    staleTime: 0,
    refetchInterval: ({ state: { data: updated, dataUpdateCount } }) =>
      documentPollMs([updated ?? record], dataUpdateCount) ||
      (isPolled && ['physician', 'review'].includes((updated ?? record).medicalStatus) && decisionPollMs),
  });
  const hasChanged =
    data !== undefined &&
    data !== null &&
    (data.medicalStatus !== medicalStatus || data.isConfirmationPending !== isConfirmationPending);
  useEffect(() => {
    // The new decision's content is part of the record.
    if (hasChanged)
      void currentQueryClient().invalidateQueries({ queryKey: [...recordKey(id), currentLocale()], exact: true });
  }, [hasChanged, id]);
  return data ? { ...data, formData: record.formData } : record;
}

export function useReadings(id: string, isEnabled: boolean) {
  return useQuery({
    queryKey: [...recordKey(id), 'readings'],
    queryFn: () => formClient('GET Records/{id}/readings', { params: { id } }),
    enabled: isEnabled,
    staleTime: 0,
  });
}
