import '#features/certifications/web/verify/verify.css';
import { useQuery } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { useParams } from 'react-router';
import { ApiError } from '#platform/web/client/client.ts';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { eCards } from '#features/certifications/web/client.ts';
import { LoadFailure } from '#features/certifications/web/load-failure.tsx';
import { VerifyColumns } from '#features/certifications/web/verify/verify-columns.tsx';
import { InvalidReason } from '#features/certifications/web/verify/invalid-card.tsx';
import { CardFront, SignedFacts } from '#features/certifications/web/verify/signed-card.tsx';
import { VerdictHead } from '#features/certifications/web/verify/verdict-head.tsx';

const expiredStatuses = new Set([400, 404]);

/** A card opened by a share link while it is valid. */
export function SharedCardScreen() {
  const { token = '' } = useParams();
  const intl = useIntl();
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({
    queryKey: ['certifications', 'shared', token],
    queryFn: () => eCards('GET shared/{token}', { params: { token } }),
    // The photo URL expires soon, so a returning visitor refetches it.
    staleTime: 0,
  });
  if (error instanceof ApiError && expiredStatuses.has(error.status))
    return (
      <EmptyState
        level={1}
        drawing={<CompassDrawing />}
        title={<FormattedMessage id="certifications.shared.over" />}
        text={<FormattedMessage id="certifications.shared.over_text" />}
      />
    );
  if (data === undefined)
    return error === null ? (
      <SkeletonGroup label={intl.formatMessage({ id: 'certifications.loading' })} className="grid gap-6">
        <Skeleton height={40} width="60%" />
        <Skeleton height={220} />
      </SkeletonGroup>
    ) : (
      <LoadFailure isBusy={isFetching} onRefresh={() => void refetch()} />
    );
  const { card, isRevoked, photoURL } = data;
  return (
    <div className="verify">
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
  );
}
