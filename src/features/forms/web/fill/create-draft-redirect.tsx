import { useQuery } from '@tanstack/react-query';
import { FormattedMessage } from 'react-intl';
import { Link, Navigate } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { MaskDrawing } from '#ui/drawings/mask-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import type { Packet } from '#features/forms/shared/contract.ts';
import { formClient } from '#features/forms/web/client.ts';
import { FormSkeleton } from './form-screen.tsx';
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
    queryKey: [...formsKey, 'create', packet, affiliateId, storeNumber, memberNumber],
    queryFn: () => formClient('POST Drafts', { body: { packet, affiliateId, storeNumber, memberNumber } }),
    // The request is idempotent: it runs each time the page opens, and not again while it stays open.
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return (
    <QueryView
      query={query}
      skeleton={<FormSkeleton />}
      isCard
      level={1}
      renderError={(error) =>
        error instanceof ApiError &&
        isExplainedError(error.code) && (
          <DraftNotCreated code={error.code} profilePath={isOwn ? '/profile' : `/profile?for=${affiliateId}`} />
        )
      }
    >
      {({ id }) => <Navigate replace to={isOwn ? draftPath(id) : `${draftPath(id)}&for=${affiliateId}`} />}
    </QueryView>
  );
}

function DraftNotCreated({ code, profilePath }: { code: string; profilePath: string }) {
  const isBirthdate = code === 'forms.birthdate_missing';
  return (
    <EmptyState
      level={1}
      drawing={<MaskDrawing />}
      title={<FormattedMessage id={`forms.fill.refused.${code.slice('forms.'.length)}` as MessageId} />}
      text={<FormattedMessage id={`error.${code}` as MessageId} />}
      action={
        <Link className={buttonClass()} to={isBirthdate ? profilePath : formsPath}>
          <FormattedMessage id={isBirthdate ? 'forms.fill.to_profile' : 'forms.fill.to_list'} />
        </Link>
      }
    />
  );
}

const isExplainedError = (code: string) =>
  ['forms.birthdate_missing', 'forms.too_young', 'forms.unknown_store', 'forms.unknown_member'].includes(code);
