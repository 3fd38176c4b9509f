import './verify/verify.css';
import { useQuery } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { useParams } from 'react-router';
import { ApiError } from '../../../platform/web/client.ts';
import { CompassDrawing } from '../../../ui/drawings/compass-drawing.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx';
import { eCards } from './client.ts';
import { LoadFailure } from './load-failure.tsx';
import { Columns } from './verify/columns.tsx';
import { Reason } from './verify/not-valid.tsx';
import { CardFront, SignedFacts } from './verify/signed-card.tsx';
import { VerdictHead } from './verify/verdict-head.tsx';

const overStatuses = new Set([400, 404]);

/** A card by a link that somebody gave away, for as long as it is valid. */
export function SharedCardScreen() {
  const { token = '' } = useParams();
  const intl = useIntl();
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({
    queryKey: ['certifications', 'shared', token],
    queryFn: () => eCards('GET shared/{token}', { params: { token } }),
    // The address of the photo ends soon; who comes back asks again.
    staleTime: 0,
  });
  if (error instanceof ApiError && overStatuses.has(error.status))
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
      <Columns start={<CardFront card={card} isRevoked={isRevoked} photo={photoURL} />}>
        {isRevoked && <Reason id="revoked" />}
        <SignedFacts card={card}>
          {photoURL !== null && (
            <p className="mt-3 text-sm text-ink-3">
              <FormattedMessage id="certifications.verify.compare" />
            </p>
          )}
        </SignedFacts>
      </Columns>
    </div>
  );
}
