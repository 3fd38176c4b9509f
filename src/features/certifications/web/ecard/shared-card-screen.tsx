import { useQuery } from '@tanstack/react-query';
import { FormattedMessage } from 'react-intl';
import { CardPageSkeleton } from './card-page-skeleton.tsx';
import { useParams } from 'react-router';
import { ApiError } from '#platform/web/client/client.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { eCardClient } from '#features/certifications/web/client.ts';
import { VerifyColumns } from '#features/certifications/web/verify/verify-columns.tsx';
import { InvalidReason } from '#features/certifications/web/verify/invalid-card.tsx';
import { CardFront, SignedFacts } from '#features/certifications/web/verify/signed-card.tsx';
import { VerdictHead } from '#features/certifications/web/verify/verdict-head.tsx';

const expiredStatuses = new Set([400, 404]);

/** A card opened by a share link while it is valid. */
export function SharedCardScreen() {
  const { token = '' } = useParams();
  const query = useQuery({
    queryKey: ['certifications', 'shared', token],
    queryFn: () => eCardClient('GET shared/{token}', { params: { token } }),
    // The photo URL expires soon, so a returning visitor refetches it.
    staleTime: 0,
  });
  const { dataUpdatedAt, error } = query;
  if (error instanceof ApiError && expiredStatuses.has(error.status))
    return (
      <EmptyState
        level={1}
        drawing={<CompassDrawing />}
        title={<FormattedMessage id="certifications.shared.over" />}
        text={<FormattedMessage id="certifications.shared.over_text" />}
      />
    );
  return (
    <QueryView query={query} skeleton={<CardPageSkeleton />}>
      {({ card, isRevoked, photoURL }) => (
        <div className="max-w-240 mx-auto">
          <VerdictHead
            isValid={!isRevoked}
            title={`certifications.verify.${isRevoked ? 'not_valid' : 'valid'}`}
            at={new Date(dataUpdatedAt).toISOString()}
          />
          <VerifyColumns start={<CardFront card={card} isRevoked={isRevoked} photo={photoURL} />}>
            {isRevoked && <InvalidReason id="revoked" />}
            <SignedFacts card={card}>
              {photoURL !== null && (
                <p className="mt-3 text-sm text-ink-3">
                  <FormattedMessage id="certifications.verify.compare" />
                </p>
              )}
            </SignedFacts>
          </VerifyColumns>
        </div>
      )}
    </QueryView>
  );
}
