import { type ReactNode, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Navigate, useParams } from 'react-router';
import { BackLink } from '#ui/layout/back-link.tsx';
import { ApiError } from '#platform/web/client/client.ts';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import type { CardInfo, ECard } from '#features/certifications/shared/contract.ts';
import { CardActions } from './card-actions.tsx';
import { CardView } from './card-view.tsx';
import { findRequestedCard } from './find-card.ts';
import { CardNotFound } from '#features/certifications/web/no-cards.tsx';
import { PhotoNote } from './photo-note.tsx';
import { useCard, useCards, useCardOwner } from '#features/certifications/web/queries.ts';
import { isBeingSigned } from './poll-card.ts';

/** Shows the card of the route by number or level, or the highest one. */
export function ECardScreen() {
  const { licenseID, levelID } = useParams();
  const { suffix } = useCardOwner();
  return (
    <QueryView
      query={useCards()}
      skeleton={<CardSkeleton />}
      renderError={(error) => error instanceof ApiError && error.status === 404 && <CardNotFound isPage />}
    >
      {(cards) => {
        const requested = findRequestedCard(cards, licenseID, levelID);
        if (requested === undefined) return <CardNotFound isPage />;
        if (!requested.hasECard)
          return <Navigate to={`/certifications/noecard/${requested.levelID}${suffix}`} replace />;
        return <LoadedCard key={requested.licenseID} requested={requested} />;
      }}
    </QueryView>
  );
}

function LoadedCard({ requested }: { requested: CardInfo }) {
  const query = useCard(requested.licenseID);
  return (
    <QueryView query={query} skeleton={<CardSkeleton />}>
      {(card) => <CardDetails card={card} late={query.isLate && <LoadFailure query={query} />} />}
    </QueryView>
  );
}

function CardDetails({ card, late }: { card: ECard; late: ReactNode }) {
  const { suffix } = useCardOwner();
  const [isTurned, setIsTurned] = useState(false);
  const turn = () => setIsTurned(!isTurned);
  return (
    <>
      <PageHead
        back={
          <BackLink to={`/certifications/list${suffix}`}>
            <FormattedMessage id="shell.page.certifications" />
          </BackLink>
        }
        eyebrow={<bdi>{card.name}</bdi>}
        title={card.levelName}
      />
      {card.isRevoked ? <RevokedNotice card={card} /> : <PhotoNote />}
      <div className="grid mt-6 gap-5 items-start lg:grid-cols-[minmax(0,560px)_minmax(200px,1fr)] lg:gap-8">
        <div className="w-full max-w-140">
          <CardView card={card} isTurned={isTurned} onTurn={turn} />
        </div>
        <div>
          <CardActions card={card} onTurn={turn} />
          {late ||
            (isBeingSigned(card) && (
              <div className="mt-4">
                <Callout kind="wait" isLive>
                  <FormattedMessage id="certifications.card.signing_text" />
                </Callout>
              </div>
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
      <div className="aspect-[1.586] max-w-140">
        <Skeleton height="100%" />
      </div>
    </SkeletonGroup>
  );
}
