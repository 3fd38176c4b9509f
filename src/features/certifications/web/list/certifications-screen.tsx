import { ImageUp } from '#ui/icons/icons.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { ApiError } from '#platform/web/client/client.ts';
import { useCurrentChild, usePersonSwitch } from '#platform/web/session/use-person-switch.tsx';
import { whenUsed } from '#platform/web/hooks/when-used.ts';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { PersonSwitch } from '#ui/navigation/person-switch.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import type { CardInfo } from '#features/certifications/shared/contract.ts';
import { rankCards } from '#features/certifications/shared/sorting.ts';
import { AllCards } from './all-cards.tsx';
import { CardActions } from '#features/certifications/web/ecard/card-actions.tsx';
import { CardView } from '#features/certifications/web/ecard/card-view.tsx';
import { NoCards, CardNotFound } from '#features/certifications/web/no-cards.tsx';
import { OutsideSection } from '#features/certifications/web/outside/outside-section.tsx';
import { PhotoNote } from '#features/certifications/web/ecard/photo-note.tsx';
import { useCard, useCards, useCardOwner } from '#features/certifications/web/queries.ts';

const path = '/certifications/list';
const loadCardScreen = () => import('#features/certifications/web/ecard/ecard-screen.tsx');
const personSwitchMessages = { label: 'certifications.person.label', you: 'certifications.person.you' } as const;

/** All certifications of a person, with the highest card on top. */
export function CertificationsScreen({ clubOffer }: { clubOffer: ReactNode }) {
  const { affiliateId, suffix } = useCardOwner();
  const child = useCurrentChild();
  const family = usePersonSwitch(path, personSwitchMessages);
  // Preloads the card screen, so it opens without a network.
  useEffect(() => void whenUsed().then(loadCardScreen, () => undefined), []);
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
  return (
    <QueryView
      query={useCards()}
      skeleton={<CardsSkeleton />}
      renderError={(error) => error instanceof ApiError && error.status === 404 && <CardNotFound />}
    >
      {(cards) => {
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
      }}
    </QueryView>
  );
}

function TopCard({ top }: { top: CardInfo }) {
  const query = useCard(top.licenseID);
  const [isTurned, setIsTurned] = useState(false);
  const turn = () => setIsTurned(!isTurned);
  const intl = useIntl();
  return (
    <QueryView query={query} skeleton={<CardsSkeleton />}>
      {(card) => (
        <section
          data-part="top-card"
          className="grid mt-5 gap-5 lg:mt-6"
          aria-label={intl.formatMessage({ id: 'certifications.card.of_level' }, { level: card.levelName })}
        >
          <CardView card={card} isTurned={isTurned} onTurn={turn} showsBoth />
          <CardActions card={card} onTurn={turn} />
          {query.isLate && <LoadFailure query={query} />}
        </section>
      )}
    </QueryView>
  );
}

function CardsSkeleton() {
  const intl = useIntl();
  return (
    <SkeletonGroup label={intl.formatMessage({ id: 'certifications.loading' })} className="grid mt-5 gap-5 lg:mt-6">
      <div className="grid *:aspect-[1.586] gap-4 sm:grid-cols-[1fr_1fr] lg:gap-6">
        <Skeleton height="100%" />
        <Skeleton height="100%" />
      </div>
      <Skeleton height={48} width="60%" />
    </SkeletonGroup>
  );
}
