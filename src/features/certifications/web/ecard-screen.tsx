import './certifications.css';
import { ChevronLeft } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, Navigate, useParams } from 'react-router';
import { ApiError } from '../../../platform/web/client.ts';
import { Callout } from '../../../ui/callout.tsx';
import { PageHead } from '../../../ui/page.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx';
import type { CardInfo, ECard } from '../shared/contract.ts';
import { CardActions } from './card-actions.tsx';
import { CardView } from './card-view.tsx';
import { findAsked } from './find-asked.ts';
import { LoadFailure } from './load-failure.tsx';
import { NotYours } from './no-cards.tsx';
import { PhotoNote } from './photo-note.tsx';
import { useCard, useCards, useWhose } from './queries.ts';
import { isBeingSigned } from './waiting.ts';

/** One card: the one in the address by its number or its level, or the highest. */
export function ECardScreen() {
  const { licenseID, levelID } = useParams();
  const { suffix } = useWhose();
  const { data: cards, error, isFetching, refetch } = useCards();
  if (cards === undefined) {
    if (error === null) return <CardSkeleton />;
    if (error instanceof ApiError && error.status === 404) return <NotYours isPage />;
    return <LoadFailure isBusy={isFetching} onRefresh={() => void refetch()} />;
  }
  const asked = findAsked(cards, licenseID, levelID);
  if (asked === undefined) return <NotYours isPage />;
  if (!asked.hasECard) return <Navigate to={`/certifications/noecard/${asked.levelID}${suffix}`} replace />;
  return <OneCard key={asked.licenseID} asked={asked} />;
}

function OneCard({ asked }: { asked: CardInfo }) {
  const { data: card, error, isFetching, isLate, refresh } = useCard(asked.licenseID);
  if (card === undefined && error === null) return <CardSkeleton />;
  const failure = <LoadFailure isBusy={isFetching} onRefresh={refresh} />;
  return card === undefined ? failure : <Shown card={card} late={isLate && failure} />;
}

function Shown({ card, late }: { card: ECard; late: ReactNode }) {
  const { suffix } = useWhose();
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
      {card.isRevoked ? <Revoked card={card} /> : <PhotoNote />}
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

function Revoked({ card }: { card: ECard }) {
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
