import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
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
  /** Renders the account feature's form for a missing birthdate. */
  birthdateForm: (props: { affiliateId: number; action: ReactNode; onSaved: () => void }) => ReactNode;
}

/** Creates or resumes a draft and redirects to it. */
export function CreateDraftRedirect({
  packet,
  affiliateId,
  isOwn,
  storeNumber = null,
  memberNumber = null,
  birthdateForm,
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
          <DraftNotCreated
            code={error.code}
            action={
              error.code === 'forms.birthdate_missing' ? (
                birthdateForm({
                  affiliateId,
                  action: <FormattedMessage id="forms.fill.next" />,
                  onSaved: () => void query.refetch(),
                })
              ) : (
                <Link className={buttonClass()} to={formsPath}>
                  <FormattedMessage id="forms.fill.to_list" />
                </Link>
              )
            }
          />
        )
      }
    >
      {({ id }) => <Navigate replace to={isOwn ? draftPath(id) : `${draftPath(id)}&for=${affiliateId}`} />}
    </QueryView>
  );
}

function DraftNotCreated({ code, action }: { code: string; action: ReactNode }) {
  return (
    <EmptyState
      level={1}
      drawing={<MaskDrawing />}
      title={<FormattedMessage id={`forms.fill.refused.${code.slice('forms.'.length)}` as MessageId} />}
      text={<FormattedMessage id={`error.${code}` as MessageId} />}
      action={action}
    />
  );
}

const isExplainedError = (code: string) =>
  ['forms.birthdate_missing', 'forms.too_young', 'forms.unknown_store', 'forms.unknown_member'].includes(code);
