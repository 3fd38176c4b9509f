import { ChevronLeft } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, Navigate, useParams } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { ECardPlaceholder } from '#ui/dive/ecard.tsx';
import { PageHead, backLink } from '#ui/layout/page.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import type { CardInfo } from '#features/certifications/shared/contract.ts';
import { findLevel, type Level } from '#domain/certification-levels.ts';
import { getCardArt, formatCardDate } from '#features/certifications/web/card-text.ts';
import { findCardByLevel } from './find-card.ts';
import { CardNotFound } from '#features/certifications/web/no-cards.tsx';
import { useCards, useCardOwner } from '#features/certifications/web/queries.ts';
import { type ClubOptions, ECardOptions } from './ecard-options.tsx';

/** A certification without an eCard, with the ways to get one. */
export function NoECardScreen({ clubOptions }: { clubOptions: (card: CardInfo) => ClubOptions }) {
  const { levelID } = useParams();
  const intl = useIntl();
  const { suffix } = useCardOwner();
  const query = useCards();
  const level = findLevel(Number(levelID));
  if (level === undefined) return <CardNotFound isPage />;
  return (
    <QueryView
      query={query}
      skeleton={
        <SkeletonGroup label={intl.formatMessage({ id: 'certifications.loading' })} className="grid gap-6">
          <Skeleton height={40} width="60%" />
          <Skeleton height={220} />
        </SkeletonGroup>
      }
      renderError={(error) => error instanceof ApiError && error.status === 404 && <CardNotFound isPage />}
    >
      {(cards) => {
        const card = findCardByLevel(cards, level.levelID);
        if (card?.hasECard) return <Navigate to={`/certifications/ecard/${card.licenseID}${suffix}`} replace />;
        return <NoECard level={level} card={card} clubOptions={clubOptions} />;
      }}
    </QueryView>
  );
}

interface NoECardProps {
  level: Level;
  card: CardInfo | undefined;
  clubOptions: (card: CardInfo) => ClubOptions;
}

function NoECard({ level, card, clubOptions }: NoECardProps) {
  const intl = useIntl();
  const { isOwn, suffix } = useCardOwner();
  const levelName = intl.formatMessage({ id: `certifications.level.${level.name}` as MessageId });
  const date = card && formatCardDate(intl, card.certDate);
  return (
    <>
      <PageHead
        back={
          <Link to={`/certifications/list${suffix}`} className={backLink}>
            <ChevronLeft size={18} aria-hidden="true" className="flip" />
            <FormattedMessage id="shell.page.certifications" />
          </Link>
        }
        title={<FormattedMessage id="certifications.noecard.title" values={{ level: levelName }} />}
        text={
          <FormattedMessage
            id={card ? 'certifications.noecard.text' : 'certifications.noecard.not_certified'}
            values={{ date }}
          />
        }
      />
      <div className="grid mt-6 gap-6 items-start lg:grid-cols-[360px_minmax(0,1fr)] lg:gap-8">
        <ECardPlaceholder
          className="w-full max-w-90"
          art={getCardArt(level.levelID)}
          level={levelName}
          text={<FormattedMessage id={card ? 'certifications.noecard.ghost' : 'certifications.noecard.ghost_none'} />}
        />
        {card === undefined ? (
          <NotCertified level={level} />
        ) : card.isRevoked ? (
          <Callout kind="alert">
            <FormattedMessage id="certifications.card.revoked_text" />
          </Callout>
        ) : isOwn ? (
          <ECardOptions card={card} club={clubOptions(card)} />
        ) : (
          <Callout>
            <FormattedMessage id="certifications.noecard.other" />
          </Callout>
        )}
      </div>
    </>
  );
}

/** Links to the online course if there is one. */
function NotCertified({ level: { packageId } }: { level: Level }) {
  return (
    <div>
      <p className="mb-4">
        <FormattedMessage id="certifications.noecard.learn" />
      </p>
      <Link className={buttonClass()} to={packageId === null ? '/training/shop' : `/training/course/${packageId}`}>
        <FormattedMessage
          id={packageId === null ? 'certifications.noecard.to_shop' : 'certifications.noecard.to_course'}
        />
      </Link>
    </div>
  );
}
