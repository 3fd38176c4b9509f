import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearchParams } from 'react-router';
import type { dsdCalls } from '../../features/dsd/shared/contract.ts';
import { statusOf } from '../../features/dsd/shared/rules.ts';
import { OtherCenter } from '../../features/dsd/web/other-center.tsx';
import { forms } from '../../features/forms/web/client.ts';
import { FormBegin } from '../../features/forms/web/form-begin.tsx';
import { FormDone } from '../../features/forms/web/form-done.tsx';
import { FormScreen, FormSkeleton } from '../../features/forms/web/form-screen.tsx';
import { LoadFailure } from '../../features/forms/web/load-failure.tsx';
import { recordPath } from '../../features/forms/web/queries.ts';
import { useActingFor } from '../../platform/web/acting-for.ts';
import { createClient } from '../../platform/web/client.ts';
import { FormLanguage } from './form-language.tsx';

const dsd = createClient<typeof dsdCalls>('/api/dsd');

/** The forms of `?id=`; without it those that are next: of Discover Scuba Diving, else the medical questionnaire. */
export function MedicalFormPage() {
  const [query] = useSearchParams();
  const id = query.get('id');
  if (id === null) return <NextForms />;
  if (query.has('done')) return <FormDone documentId={id} />;
  return <FormScreen key={id} draftId={id} language={<FormLanguage />} otherCenter={<OtherCenter />} />;
}

function NextForms() {
  const { affiliateId, isOwn } = useActingFor();
  const query = useQuery({
    queryKey: ['dsd', 'next-forms', affiliateId],
    queryFn: () => findNext(isOwn ? undefined : affiliateId),
    gcTime: 0,
    staleTime: 0,
  });
  const { data: next, error } = query;
  if (next === undefined) return error === null ? <FormSkeleton /> : <LoadFailure query={query} level={1} />;
  if (next.documentId !== null) return <Navigate replace to={recordPath(next.documentId)} />;
  const { packet, storeNumber, memberNumber } = next;
  return (
    <FormBegin
      packet={packet}
      affiliateId={affiliateId}
      isOwn={isOwn}
      storeNumber={storeNumber}
      memberNumber={memberNumber}
    />
  );
}

/** Where the diver stands in Discover Scuba Diving says which forms are next, or which signed one waits for a physician. */
async function findNext(affiliateId: number | undefined) {
  const checkpoint = await dsd('GET GetCheckpointData', { query: { affiliateId } });
  const medical = { packet: 'medical', storeNumber: null, memberNumber: null, documentId: null } as const;
  const status = checkpoint && statusOf(checkpoint);
  if (checkpoint && status === 'forms')
    return {
      packet: 'dsd',
      storeNumber: checkpoint.store_number,
      memberNumber: checkpoint.member_number,
      documentId: null,
    } as const;
  if (status !== 'forms-submitted') return medical;
  const { items } = await forms('GET Search/Diver', { query: { affiliateId } });
  const signed = items.find(({ packet, isRemoved }) => packet === 'dsd' && !isRemoved);
  return signed === undefined ? medical : { ...medical, documentId: signed.id };
}
