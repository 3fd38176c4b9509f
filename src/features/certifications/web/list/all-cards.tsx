import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { ECardPlaceholder, ECardSmall } from '#ui/dive/ecard.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { SortMenu } from '#ui/overlays/sort-menu.tsx';
import type { CardInfo } from '#features/certifications/shared/contract.ts';
import { sortCards, sortOptions, type SortOption } from '#features/certifications/shared/sorting.ts';
import { drawCardArt, formatCardDate, getCardHead } from '#features/certifications/web/card-text.ts';
import { listUpcomingCards, formatLessonsLeft, type UpcomingCardInfo } from './upcoming-cards.ts';
import { useSort } from './card-sort.ts';
import { useCourses, useCardOwner } from '#features/certifications/web/queries.ts';

/** All cards, upcoming ones, and certifications without a card. */
export function AllCards({ cards }: { cards: readonly CardInfo[] }) {
  const intl = useIntl();
  const { sort, setSort } = useSort();
  const { data: courses = [] } = useCourses();
  const getLevelName = (name: string) => intl.formatMessage({ id: `certifications.level.${name}` as MessageId });
  const nameOf = (option: SortOption) => intl.formatMessage({ id: `certifications.sort.${option}` });
  const entries: (CardInfo | UpcomingCardInfo)[] = [...cards, ...listUpcomingCards(courses, cards, getLevelName)];
  if (entries.length === 0) return null;
  return (
    <PageSection
      title={<FormattedMessage id={cards.length === 0 ? 'certifications.list.coming' : 'certifications.list.all'} />}
      end={
        entries.length > 1 && (
          <SortMenu
            label={intl.formatMessage({ id: 'certifications.list.sort' }, { order: nameOf(sort) })}
            orders={sortOptions.map((id) => ({ id, label: nameOf(id) }))}
            order={sort}
            onOrder={setSort}
          />
        )
      }
    >
      <ul data-part="cards" className="grid gap-5 sm:grid-cols-[1fr_1fr] lg:grid-cols-[repeat(3,1fr)] lg:gap-6">
        {sortCards(entries, sort, intl.locale).map((entry) => (
          <li key={'packageId' in entry ? entry.packageId : entry.licenseID}>
            {'packageId' in entry ? <UpcomingCard coming={entry} /> : <OwnCard card={entry} />}
          </li>
        ))}
      </ul>
    </PageSection>
  );
}

function OwnCard({ card }: { card: CardInfo }) {
  const intl = useIntl();
  const { suffix } = useCardOwner();
  const date = formatCardDate(intl, card.certDate);
  if (!card.hasECard)
    return (
      <Link
        className="group block rounded-card text-inherit no-underline"
        to={`/certifications/noecard/${card.levelID}${suffix}`}
      >
        <ECardPlaceholder
          className="group-hover:border-ink-3"
          drawArt={() => drawCardArt(card.levelID)}
          level={card.levelName}
          text={
            <FormattedMessage
              id={card.isRevoked ? 'certifications.list.revoked' : 'certifications.list.no_ecard'}
              values={{ date }}
            />
          }
        />
      </Link>
    );
  return (
    <Link
      className="block rounded-card text-inherit no-underline"
      to={`/certifications/ecard/${card.licenseID}${suffix}`}
    >
      <ECardSmall {...getCardHead(intl, card)} text={date} />
    </Link>
  );
}

function UpcomingCard({ coming }: { coming: UpcomingCardInfo }) {
  const intl = useIntl();
  return (
    <Link className="group block rounded-card text-inherit no-underline" to={`/training/course/${coming.packageId}`}>
      <ECardPlaceholder
        className="group-hover:border-ink-3"
        drawArt={() => drawCardArt(coming.levelID)}
        level={coming.levelName}
        text={formatLessonsLeft(intl, coming)}
      />
    </Link>
  );
}
