import { useQuery } from '@tanstack/react-query';
import { FormattedMessage } from 'react-intl';
import { Link, Navigate } from 'react-router';
import { ApiError } from '#platform/web/client/client.ts';
import { buttonClass } from '#ui/buttons/button.tsx';
import { MaskDrawing } from '#ui/drawings/mask-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import type { Packet } from '#features/forms/shared/contract.ts';
import { formsClient } from '#features/forms/web/client.ts';
import { FormSkeleton } from './form-screen.tsx';
import { LoadFailure } from '#features/forms/web/load-failure.tsx';
import { draftPath, formsKey, formsPath } from '#features/forms/web/queries.ts';

interface CreateDraftRedirectProps {
  packet: Packet;
  affiliateId: number;
  isOwn: boolean;
  storeNumber?: number | null;
  memberNumber?: number | null;
}

/** Creates or resumes a draft and redirects to it. */
export function CreateDraftRedirect({
  packet,
  affiliateId,
  isOwn,
  storeNumber = null,
  memberNumber = null,
}: CreateDraftRedirectProps) {
  const query = useQuery({
    queryKey: [...formsKey, 'begin', packet, affiliateId, storeNumber, memberNumber],
    queryFn: () => formsClient('POST Drafts', { body: { packet, affiliateId, storeNumber, memberNumber } }),
    // The request is idempotent: it runs each time the page opens, and not again while it stays open.
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { data, error } = query;
  if (data !== undefined) {
    const path = draftPath(data.id);
    return <Navigate replace to={isOwn ? path : `${path}&for=${affiliateId}`} />;
  }
  if (error === null) return <FormSkeleton />;
  const code = error instanceof ApiError ? error.code : '';
  if (!isExplainedError(code)) return <LoadFailure query={query} level={1} />;
  const isBirthdate = code === 'forms.birthdate_missing';
  return (
    <EmptyState
      level={1}
      drawing={<MaskDrawing />}
      title={<FormattedMessage id={`forms.fill.refused.${code.slice('forms.'.length)}`} />}
      text={<FormattedMessage id={`error.${code}`} />}
      action={
        <Link
          className={buttonClass()}
          to={isBirthdate ? (isOwn ? '/profile' : `/profile?for=${affiliateId}`) : formsPath}
        >
          <FormattedMessage id={isBirthdate ? 'forms.fill.to_profile' : 'forms.fill.to_list'} />
        </Link>
      }
    />
  );
}

const isExplainedError = (code: string) =>
  ['forms.birthdate_missing', 'forms.too_young', 'forms.unknown_store', 'forms.unknown_member'].includes(code);
