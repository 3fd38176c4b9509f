import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearchParams } from 'react-router';
import type { dsdCalls } from '#features/dsd/shared/contract.ts';
import { normalizeStatus } from '#features/dsd/shared/rules.ts';
import { ChangeCenterLink } from '#features/dsd/web/change-center-link.tsx';
import { formsClient } from '#features/forms/web/client.ts';
import { CreateDraftRedirect } from '#features/forms/web/fill/create-draft-redirect.tsx';
import { FormSubmitted } from '#features/forms/web/fill/form-submitted.tsx';
import { FormScreen, FormSkeleton } from '#features/forms/web/fill/form-screen.tsx';
import { LoadFailure } from '#features/forms/web/load-failure.tsx';
import { recordPath } from '#features/forms/web/queries.ts';
import { useActingFor } from '#platform/web/session/acting-for.ts';
import { createClient } from '#platform/web/client/client.ts';
import { FormLanguage } from './form-language.tsx';

const dsd = createClient<typeof dsdCalls>('/api/dsd');

/** The form of `?id=`, or else the next one: Discover Scuba Diving's, or the medical questionnaire. */
export function MedicalFormPage() {
  const [query] = useSearchParams();
  const id = query.get('id');
  if (id === null) return <NextForms />;
  if (query.has('done')) return <FormSubmitted documentId={id} />;
  return <FormScreen key={id} draftId={id} language={<FormLanguage />} otherCenter={<ChangeCenterLink />} />;
}

function NextForms() {
  const { affiliateId, isOwn } = useActingFor();
  const query = useQuery({
    queryKey: ['dsd', 'next-forms', affiliateId],
    queryFn: () => findNextForms(isOwn ? undefined : affiliateId),
    gcTime: 0,
    staleTime: 0,
  });
  const { data: next, error } = query;
  if (next === undefined) return error === null ? <FormSkeleton /> : <LoadFailure query={query} level={1} />;
  if (next.documentId !== null) return <Navigate replace to={recordPath(next.documentId)} />;
  const { packet, storeNumber, memberNumber } = next;
  return (
    <CreateDraftRedirect
      packet={packet}
      affiliateId={affiliateId}
      isOwn={isOwn}
      storeNumber={storeNumber}
      memberNumber={memberNumber}
    />
  );
}

/** The next forms by the diver's DSD checkpoint, or the signed form that needs a physician. */
async function findNextForms(affiliateId: number | undefined) {
  const checkpoint = await dsd('GET GetCheckpointData', { query: { affiliateId } });
  const medical = { packet: 'medical', storeNumber: null, memberNumber: null, documentId: null } as const;
  const status = checkpoint && normalizeStatus(checkpoint);
  if (checkpoint && status === 'forms')
    return {
      packet: 'dsd',
      storeNumber: checkpoint.store_number,
      memberNumber: checkpoint.member_number,
      documentId: null,
    } as const;
  if (status !== 'forms-submitted') return medical;
  const { items } = await formsClient('GET Search/Diver', { query: { affiliateId } });
  const signed = items.find(({ packet, isRemoved }) => packet === 'dsd' && !isRemoved);
  return signed === undefined ? medical : { ...medical, documentId: signed.id };
}
