import { FormattedMessage, useIntl } from 'react-intl';
import { CardPageSkeleton } from './card-page-skeleton.tsx';
import { Link, Navigate, useParams } from 'react-router';
import { BackLink } from '#ui/layout/back-link.tsx';
import type { MessageId } from '#platform/shared/message-id.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { ECardPlaceholder } from '#ui/dive/ecard.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import type { CardInfo } from '#features/certifications/shared/contract.ts';
import { findLevel, type Level } from '#domain/certification-levels.ts';
import { drawCardArt, formatCardDate } from '#features/certifications/web/card-text.ts';
import { findCardByLevel } from './find-card.ts';
import { CardNotFound } from '#features/certifications/web/no-cards.tsx';
import { useCards, useCardOwner } from '#features/certifications/web/queries.ts';
import { type ClubOptions, ECardOptions } from './ecard-options.tsx';

/** A certification without an eCard, with the ways to get one. */
export function NoECardScreen({ clubOptions }: { clubOptions: (card: CardInfo) => ClubOptions }) {
  const { levelID } = useParams();
  const { suffix } = useCardOwner();
  const query = useCards();
  const level = findLevel(Number(levelID));
  if (level === undefined) return <CardNotFound isPage />;
  return (
    <QueryView
      query={query}
      skeleton={<CardPageSkeleton />}
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
          <BackLink to={`/certifications/list${suffix}`}>
            <FormattedMessage id="shell.page.certifications" />
          </BackLink>
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
          drawArt={() => drawCardArt(level.levelID)}
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
