import '#features/certifications/web/certifications.css';
import { ChevronLeft } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, Navigate, useParams } from 'react-router';
import { ApiError } from '#platform/web/client/client.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import type { CardInfo, ECard } from '#features/certifications/shared/contract.ts';
import { CardActions } from './card-actions.tsx';
import { CardView } from './card-view.tsx';
import { findRequestedCard } from './find-card.ts';
import { LoadFailure } from '#features/certifications/web/load-failure.tsx';
import { CardNotFound } from '#features/certifications/web/no-cards.tsx';
import { PhotoNote } from './photo-note.tsx';
import { useCard, useCards, useCardOwner } from '#features/certifications/web/queries.ts';
import { isBeingSigned } from './poll-card.ts';

/** Shows the card of the route by number or level, or the highest one. */
export function ECardScreen() {
  const { licenseID, levelID } = useParams();
  const { suffix } = useCardOwner();
  const { data: cards, error, isFetching, refetch } = useCards();
  if (cards === undefined) {
    if (error === null) return <CardSkeleton />;
    if (error instanceof ApiError && error.status === 404) return <CardNotFound isPage />;
    return <LoadFailure isBusy={isFetching} onRefresh={() => void refetch()} />;
  }
  const requested = findRequestedCard(cards, licenseID, levelID);
  if (requested === undefined) return <CardNotFound isPage />;
  if (!requested.hasECard) return <Navigate to={`/certifications/noecard/${requested.levelID}${suffix}`} replace />;
  return <LoadedCard key={requested.licenseID} requested={requested} />;
}

function LoadedCard({ requested }: { requested: CardInfo }) {
  const { data: card, error, isFetching, isLate, refresh } = useCard(requested.licenseID);
  if (card === undefined && error === null) return <CardSkeleton />;
  const failure = <LoadFailure isBusy={isFetching} onRefresh={refresh} />;
  return card === undefined ? failure : <CardDetails card={card} late={isLate && failure} />;
}

function CardDetails({ card, late }: { card: ECard; late: ReactNode }) {
  const { suffix } = useCardOwner();
  const [isTurned, setIsTurned] = useState(false);
  const turn = () => setIsTurned(!isTurned);
  return (
    <>
      <PageHead
        back={
          <Link to={`/certifications/list${suffix}`} className="back">
            <ChevronLeft size={18} aria-hidden="true" className="flip" />
            <FormattedMessage id="shell.page.certifications" />
          </Link>
        }
        eyebrow={<bdi>{card.name}</bdi>}
        title={card.levelName}
      />
      {card.isRevoked ? <RevokedNotice card={card} /> : <PhotoNote />}
      <div className="one-card">
        <CardView card={card} isTurned={isTurned} onTurn={turn} />
        <div>
          <CardActions card={card} onTurn={turn} />
          {late ||
            (isBeingSigned(card) && (
              <Callout kind="wait" isLive>
                <FormattedMessage id="certifications.card.signing_text" />
              </Callout>
            ))}
        </div>
      </div>
    </>
  );
}

function RevokedNotice({ card }: { card: ECard }) {
  return (
    <div className="mt-5">
      <Callout kind="alert">
        <FormattedMessage id="certifications.card.revoked_text" />{' '}
        {card.revokedReason !== null && <b dir="auto">{card.revokedReason}</b>}
      </Callout>
    </div>
  );
}

function CardSkeleton() {
  const intl = useIntl();
  return (
    <SkeletonGroup label={intl.formatMessage({ id: 'certifications.loading' })} className="grid gap-6">
      <Skeleton height={40} width="50%" />
      <div className="skeleton-card">
        <Skeleton height="100%" />
      </div>
    </SkeletonGroup>
  );
}
