import './certifications.css';
import { ChevronLeft } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, Navigate, useParams } from 'react-router';
import { ApiError } from '../../../platform/web/client.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { ECardGhost } from '../../../ui/ecard.tsx';
import { PageHead } from '../../../ui/page.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx';
import type { CardInfo } from '../shared/contract.ts';
import { findLevel, type Level } from '../shared/levels.ts';
import { artOf, cardDateText } from './card-words.ts';
import { findOfLevel } from './find-asked.ts';
import { LoadFailure } from './load-failure.tsx';
import { NotYours } from './no-cards.tsx';
import { useCards, useWhose } from './queries.ts';
import { type ClubWays, Ways } from './ways.tsx';

/** A certification without its eCard: what to do, and the ways to have one. */
export function NoECardScreen({ clubWays }: { clubWays: (card: CardInfo) => ClubWays }) {
  const { levelID } = useParams();
  const intl = useIntl();
  const { suffix } = useWhose();
  const { data: cards, error, isFetching, refetch } = useCards();
  const level = findLevel(Number(levelID));
  if (level === undefined) return <NotYours isPage />;
  if (cards === undefined) {
    if (error instanceof ApiError && error.status === 404) return <NotYours isPage />;
    if (error !== null) return <LoadFailure isBusy={isFetching} onRefresh={() => void refetch()} />;
    return (
      <SkeletonGroup label={intl.formatMessage({ id: 'certifications.loading' })} className="grid gap-6">
        <Skeleton height={40} width="60%" />
        <Skeleton height={220} />
      </SkeletonGroup>
    );
  }
  const card = findOfLevel(cards, level.levelID);
  if (card?.hasECard) return <Navigate to={`/certifications/ecard/${card.licenseID}${suffix}`} replace />;
  return <NoECard level={level} card={card} clubWays={clubWays} />;
}

interface NoECardProps {
  level: Level;
  card: CardInfo | undefined;
  clubWays: (card: CardInfo) => ClubWays;
}

function NoECard({ level, card, clubWays }: NoECardProps) {
  const intl = useIntl();
  const { isOwn, suffix } = useWhose();
  const levelName = intl.formatMessage({ id: `certifications.level.${level.name}` });
  const date = card && cardDateText(intl, card.certDate);
  return (
    <>
      <PageHead
        back={
          <Link to={`/certifications/list${suffix}`} className="back">
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
      <div className="no-ecard">
        <ECardGhost
          art={artOf(level.levelID)}
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
          <Ways card={card} club={clubWays(card)} />
        ) : (
          <Callout>
            <FormattedMessage id="certifications.noecard.other" />
          </Callout>
        )}
      </div>
    </>
  );
}

/** The way to it is the course, where there is one online. */
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
