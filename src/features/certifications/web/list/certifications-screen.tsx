import '#features/certifications/web/certifications.css';
import { ImageUp } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { ApiError } from '#platform/web/client/client.ts';
import { useCurrentChild, usePersonSwitch } from '#platform/web/session/use-person-switch.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { PersonSwitch } from '#ui/navigation/person-switch.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import type { CardInfo } from '#features/certifications/shared/contract.ts';
import { rankCards } from '#features/certifications/shared/sorting.ts';
import { AllCards } from './all-cards.tsx';
import { CardActions } from '#features/certifications/web/ecard/card-actions.tsx';
import { CardView } from '#features/certifications/web/ecard/card-view.tsx';
import { LoadFailure } from '#features/certifications/web/load-failure.tsx';
import { NoCards, CardNotFound } from '#features/certifications/web/no-cards.tsx';
import { OutsideSection } from '#features/certifications/web/outside/outside-section.tsx';
import { PhotoNote } from '#features/certifications/web/ecard/photo-note.tsx';
import { useCard, useCards, useCardOwner } from '#features/certifications/web/queries.ts';

const path = '/certifications/list';
const personSwitchMessages = { label: 'certifications.person.label', you: 'certifications.person.you' };

/** All certifications of a person, with the highest card on top. */
export function CertificationsScreen({ clubOffer }: { clubOffer: ReactNode }) {
  const { affiliateId, suffix } = useCardOwner();
  const child = useCurrentChild();
  const family = usePersonSwitch(path, personSwitchMessages);
  // Preloads the card screen, so it opens without a network.
  useEffect(() => void import('#features/certifications/web/ecard/ecard-screen.tsx').catch(() => undefined), []);
  return (
    <>
      <PersonSwitch {...family} />
      <PageHead
        eyebrow={child && <bdi>{child.fullName}</bdi>}
        title={<FormattedMessage id="shell.page.certifications" />}
        end={
          <Link className={buttonClass({ kind: 'quiet' })} to={`/profile${suffix}`}>
            <ImageUp size={18} aria-hidden="true" />
            <FormattedMessage id="certifications.photo.link" />
          </Link>
        }
      />
      <Cards key={affiliateId} clubOffer={clubOffer} />
    </>
  );
}

function Cards({ clubOffer }: { clubOffer: ReactNode }) {
  const { isOwn } = useCardOwner();
  const { data: cards, error, isFetching, refetch } = useCards();
  if (cards === undefined) {
    if (error === null) return <CardsSkeleton />;
    if (error instanceof ApiError && error.status === 404) return <CardNotFound />;
    return <LoadFailure isBusy={isFetching} onRefresh={() => void refetch()} />;
  }
  const [top] = rankCards(cards.filter(({ hasECard, isRevoked }) => hasECard && !isRevoked));
  return (
    <>
      {cards.length > 0 && <PhotoNote />}
      {top && <TopCard key={top.licenseID} top={top} />}
      {cards.length === 0 && <NoCards />}
      <AllCards cards={cards} />
      {isOwn && clubOffer}
      {isOwn && <OutsideSection />}
    </>
  );
}

function TopCard({ top }: { top: CardInfo }) {
  const { data: card, error, isFetching, isLate, refresh } = useCard(top.licenseID);
  const [isTurned, setIsTurned] = useState(false);
  const turn = () => setIsTurned(!isTurned);
  const intl = useIntl();
  if (card === undefined)
    return error === null ? <CardsSkeleton /> : <LoadFailure isBusy={isFetching} onRefresh={refresh} />;
  return (
    <section
      className="top-card"
      aria-label={intl.formatMessage({ id: 'certifications.card.of_level' }, { level: card.levelName })}
    >
      <CardView card={card} isTurned={isTurned} onTurn={turn} showsBoth />
      <CardActions card={card} onTurn={turn} />
      {isLate && <LoadFailure isBusy={isFetching} onRefresh={refresh} />}
    </section>
  );
}

function CardsSkeleton() {
  const intl = useIntl();
  return (
    <SkeletonGroup label={intl.formatMessage({ id: 'certifications.loading' })} className="top-card">
      <div className="skeleton-pair">
        <Skeleton height="100%" />
        <Skeleton height="100%" />
      </div>
      <Skeleton height={48} width="60%" />
    </SkeletonGroup>
  );
}
