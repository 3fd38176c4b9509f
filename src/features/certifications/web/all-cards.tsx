import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { ECardGhost, ECardSmall } from '../../../ui/ecard.tsx';
import { PageSection } from '../../../ui/page.tsx';
import { SortMenu } from '../../../ui/sort-menu.tsx';
import type { CardInfo } from '../shared/contract.ts';
import { sortCards, sortOptions, type SortOption } from '../shared/sorting.ts';
import { artOf, cardDateText, headOf } from './card-words.ts';
import { coursesOnTheWay, leftText, type Coming } from './coming.ts';
import { useSort } from './list-view.ts';
import { useCourses, useWhose } from './queries.ts';

/** Every card, those that are still to come, and what has no card yet. */
export function AllCards({ cards }: { cards: readonly CardInfo[] }) {
  const intl = useIntl();
  const { sort, setSort } = useSort();
  const { data: courses = [] } = useCourses();
  const say = (name: string) => intl.formatMessage({ id: `certifications.level.${name}` });
  const nameOf = (option: SortOption) => intl.formatMessage({ id: `certifications.sort.${option}` });
  const entries: (CardInfo | Coming)[] = [...cards, ...coursesOnTheWay(courses, cards, say)];
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
      <ul className="wallet">
        {sortCards(entries, sort, intl.locale).map((entry) => (
          <li key={'packageId' in entry ? entry.packageId : entry.licenseID}>
            {'packageId' in entry ? <ComingCard coming={entry} /> : <OwnCard card={entry} />}
          </li>
        ))}
      </ul>
    </PageSection>
  );
}

function OwnCard({ card }: { card: CardInfo }) {
  const intl = useIntl();
  const { suffix } = useWhose();
  const date = cardDateText(intl, card.certDate);
  if (!card.hasECard)
    return (
      <Link className="card-link" to={`/certifications/noecard/${card.levelID}${suffix}`}>
        <ECardGhost
          art={artOf(card.levelID)}
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
    <Link className="card-link" to={`/certifications/ecard/${card.licenseID}${suffix}`}>
      <ECardSmall {...headOf(intl, card)} text={date} />
    </Link>
  );
}

function ComingCard({ coming }: { coming: Coming }) {
  const intl = useIntl();
  return (
    <Link className="card-link" to={`/training/course/${coming.packageId}`}>
      <ECardGhost art={artOf(coming.levelID)} level={coming.levelName} text={leftText(intl, coming)} />
    </Link>
  );
}
