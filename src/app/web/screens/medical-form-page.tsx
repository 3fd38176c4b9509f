import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import type { dsdEndpoints } from '#features/dsd/shared/contract.ts';
import { normalizeStatus } from '#features/dsd/shared/rules.ts';
import { ChangeCenterLink } from '#features/dsd/web/change-center-link.tsx';
import { refreshDsd } from '#features/dsd/web/queries.ts';
import { formClient } from '#features/forms/web/client.ts';
import { CreateDraftRedirect } from '#features/forms/web/fill/create-draft-redirect.tsx';
import { FormSubmitted } from '#features/forms/web/fill/form-submitted.tsx';
import { FormScreen, FormSkeleton } from '#features/forms/web/fill/form-screen.tsx';
import { recordPath } from '#features/forms/web/queries.ts';
import { useActingFor } from '#platform/web/session/acting-for.ts';
import { createClient } from '#platform/web/client/client.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { FormLanguage } from './form-language.tsx';
import { renderBirthdateForm } from './render-birthdate-form.tsx';

const dsdClient = createClient<typeof dsdEndpoints>('/api/dsd');

/** The form of `?id=`, or else the next one: Discover Scuba Diving's, or the medical questionnaire. */
export function MedicalFormPage() {
  const [query] = useSearchParams();
  const id = query.get('id');
  const isDone = query.has('done');
  useEffect(() => {
    // The last signature moves the checkpoint.
    if (isDone) void refreshDsd();
  }, [isDone]);
  if (id === null) return <NextForms />;
  if (isDone) return <FormSubmitted documentId={id} />;
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
  return (
    <QueryView query={query} skeleton={<FormSkeleton />} isCard level={1}>
      {({ packet, storeNumber, memberNumber, documentId }) =>
        documentId !== null ? (
          <Navigate replace to={recordPath(documentId)} />
        ) : (
          <CreateDraftRedirect
            packet={packet}
            affiliateId={affiliateId}
            isOwn={isOwn}
            storeNumber={storeNumber}
            memberNumber={memberNumber}
            birthdateForm={renderBirthdateForm}
          />
        )
      }
    </QueryView>
  );
}

/** The next forms by the diver's DSD checkpoint, or the signed form that needs a physician. */
async function findNextForms(affiliateId: number | undefined) {
  const checkpoint = await dsdClient('GET GetCheckpointData', { query: { affiliateId } });
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
  const { items } = await formClient('GET Search/Diver', { query: { affiliateId } });
  const signed = items.find(({ packet, isRemoved }) => packet === 'dsd' && !isRemoved);
  return signed === undefined ? medical : { ...medical, documentId: signed.id };
}
