import './certifications.css';
import { ImageUp } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { ApiError } from '../../../platform/web/client.ts';
import { useChild, usePersonSwitch } from '../../../platform/web/person-switch.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { PageHead } from '../../../ui/page.tsx';
import { PersonSwitch } from '../../../ui/person-switch.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx';
import type { CardInfo } from '../shared/contract.ts';
import { rankCards } from '../shared/sorting.ts';
import { AllCards } from './all-cards.tsx';
import { CardActions } from './card-actions.tsx';
import { CardView } from './card-view.tsx';
import { LoadFailure } from './load-failure.tsx';
import { NoCards, NotYours } from './no-cards.tsx';
import { OutsideSection } from './outside-section.tsx';
import { PhotoNote } from './photo-note.tsx';
import { useCard, useCards, useWhose } from './queries.ts';

const path = '/certifications/list';
const familyWords = { label: 'certifications.person.label', you: 'certifications.person.you' };

/** All that somebody is certified for, the highest card open on top. */
export function CertificationsScreen({ clubOffer }: { clubOffer: ReactNode }) {
  const { affiliateId, suffix } = useWhose();
  const child = useChild();
  const family = usePersonSwitch(path, familyWords);
  // Whoever opens a card from here without a network has its page already.
  useEffect(() => void import('./ecard-screen.tsx').catch(() => undefined), []);
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
  const { isOwn } = useWhose();
  const { data: cards, error, isFetching, refetch } = useCards();
  if (cards === undefined) {
    if (error === null) return <CardsSkeleton />;
    if (error instanceof ApiError && error.status === 404) return <NotYours />;
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
