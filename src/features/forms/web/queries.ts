import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { gql } from '#platform/web/client/gql.ts';
import { onReconnect, subscribe } from '#platform/web/client/subscriptions.ts';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { useActingFor } from '#platform/web/session/acting-for.ts';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import type { Draft, DraftSummary } from '#features/forms/shared/contract.ts';
import { formClient } from './client.ts';
import { isGuardianAsked } from './signing/is-guardian-asked.ts';

export const formsKey = ['forms'] as const;
export const formsPath = '/training/forms-applications';
export const recordPath = (documentId: string) => `${formsPath}/${documentId}`;
export const draftPath = (draftId: string) => `/training/medical-form?id=${draftId}`;

const draftKey = (draftId: string) => [...formsKey, 'draft', draftId, currentLocale()] as const;
/** The same person may answer on another device while this one is open. */
const draftPollMs = 15_000;

const onFormChange = gql('subscription { onFormChange { id } }');

/** Fetched in the reader's language, and polled for answers on other devices. */
export function useDraft(draftId: string, isEnabled: boolean) {
  return useQuery({
    queryKey: draftKey(draftId),
    queryFn: () => fetchDraft(draftId),
    enabled: isEnabled,
    staleTime: 0,
    // The draft ends with the guardian's signature, so the record is looked for instead.
    refetchInterval: ({ state: { data } }) => (data && isGuardianAsked(data) ? false : draftPollMs),
    placeholderData: (previous) => (previous?.id === draftId ? previous : undefined),
  });
}

export const fetchDraft = (draftId: string) => formClient('GET Drafts/{id}', { params: { id: draftId } });

const submittedKey = [...formsKey, 'submitted'] as const;

/** The signed record of a draft, or null while signatures are missing. */
export function useSubmittedRecord(draftId: string, isEnabled: boolean) {
  const { affiliateId, isOwn } = useActingFor();
  return useQuery({
    queryKey: [...submittedKey, draftId],
    queryFn: async () => {
      // In this order, so a draft that is missing here has its record below.
      const drafts = await formClient('GET Drafts');
      const { items } = await formClient('GET Search/Diver', { query: isOwn ? {} : { affiliateId } });
      const record = items.find(({ id }) => id === draftId) ?? null;
      if (record === null) refreshReopenedDraft(draftId, drafts);
      return record;
    },
    enabled: isEnabled,
    // Signatures arrive as events. Polling finds those from before the page was connected.
    refetchInterval: draftPollMs,
    gcTime: 0,
    staleTime: 0,
  });
}

/** A draft that waits for a guardian isn't polled. It changes if the guardian withdraws the signatures or deletes it. */
function refreshReopenedDraft(draftId: string, drafts: readonly DraftSummary[]): void {
  const isWaiting = drafts.some(({ id, waitsFor }) => id === draftId && waitsFor.startsWith('guardian'));
  const client = currentQueryClient();
  if (isWaiting || client.getQueryState(draftKey(draftId))?.status !== 'success') return;
  void client.invalidateQueries({ queryKey: draftKey(draftId) });
}

/** Refreshes an open form when another signer signs, withdraws or deletes it. */
export function useFormUpdates({ id: draftId, ...draft }: Draft, onGone: () => void): void {
  const isAsked = isGuardianAsked(draft);
  const leave = useEffectEvent(onGone);
  useEffect(() => {
    const client = currentQueryClient();
    const refresh = async () => {
      if (isAsked) return client.invalidateQueries({ queryKey: [...submittedKey, draftId] });
      // The draft can't be fetched once it has become a record.
      const drafts = await formClient('GET Drafts');
      if (drafts.some(({ id }) => id === draftId)) await client.invalidateQueries({ queryKey: draftKey(draftId) });
      else leave();
    };
    // A failed request is repeated by polling.
    const run = () => void refresh().catch(() => undefined);
    const stops = [
      subscribe(onFormChange, ({ onFormChange: { id } }) => {
        if (id === draftId) run();
      }),
      onReconnect(run),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [draftId, isAsked]);
}

/** Refetches the lists and forms that are shown. */
export function refreshForms(): Promise<void> {
  return currentQueryClient().invalidateQueries({ queryKey: formsKey });
}

/** Leaves out the submitted draft, because it no longer exists. */
export function refreshAfterSubmit(draftId: string): Promise<void> {
  const isSubmittedDraft = (key: readonly unknown[]) => key[1] === 'draft' && key[2] === draftId;
  return currentQueryClient().invalidateQueries({
    queryKey: formsKey,
    predicate: ({ queryKey }) => !isSubmittedDraft(queryKey),
  });
}
