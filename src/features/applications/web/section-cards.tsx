import { useEffect } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { Link } from 'react-router';
import { PickList } from '../../../ui/pick-list.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx';
import type { CardPlace, PickedCard, ShownCard } from '../shared/application.ts';
import type { Judged } from '../shared/requirements.ts';
import { dayText, fieldName } from '../shared/words.ts';
import { change } from './applicant-changes.ts';
import { fieldId, useApplicant, useRequirements } from './applicant-context.ts';
import { LoadFailure } from './load-failure.tsx';
import { addCardPath } from './paths.ts';
import { useCardPlaces } from './queries.ts';
import { soleCard } from './sole-card.ts';

/** A card for each place: one of the portal, or one from elsewhere with its picture. */
export function SectionCards() {
  const intl = useIntl();
  const { application } = useApplicant();
  const asked = useRequirements('card');
  const places = useCardPlaces(application.types[0]?.id ?? 0);
  if (places.data === undefined)
    return places.error === null ? (
      <SkeletonGroup label={intl.formatMessage({ id: 'applications.loading' })} className="grid gap-3">
        <Skeleton height={72} />
        <Skeleton height={72} />
      </SkeletonGroup>
    ) : (
      <LoadFailure query={places} level={3} />
    );
  return (
    <>
      {places.data.map((place, index) => (
        <Place key={place.place} place={place} requirement={asked[index]} />
      ))}
      <p className="text-sm text-ink-2">
        <FormattedMessage id="applications.apply.card_elsewhere" />{' '}
        <Link to={addCardPath}>
          <FormattedMessage id="applications.apply.add_card" />
        </Link>
      </p>
    </>
  );
}

const idOf = (card: PickedCard) => ('licenseID' in card ? `license-${card.licenseID}` : `outside-${card.outsideId}`);
const pickOf = ({ licenseID, outsideId }: ShownCard): PickedCard =>
  licenseID === null ? { outsideId: outsideId ?? '' } : { licenseID };

function Place({ place: { place, cards, name }, requirement }: { place: CardPlace; requirement: Judged | undefined }) {
  const intl = useIntl();
  const { filled, set, problems } = useApplicant();
  const picked = filled.cards[place];
  const only = soleCard(cards);
  useEffect(() => {
    if (picked === undefined && only !== undefined) set(change.card(place, pickOf(only)));
    // oxlint-disable-next-line react/exhaustive-deps
  }, [picked, only?.number, place]);
  const field = requirement?.id ?? `card_${place}`;
  const problem = problems[`certificationCards.${place}`];
  return (
    <div className="apply-group" id={fieldId(field)} tabIndex={-1}>
      <h3>{fieldName(intl, field)}</h3>
      {cards.length === 0 ? (
        <p className="text-sm text-ink-2">
          <FormattedMessage id="applications.apply.no_card" values={{ name }} />
        </p>
      ) : (
        <PickList
          label={fieldName(intl, field)}
          picks={cards.map((card) => ({ value: idOf(pickOf(card)), title: card.name, text: aboutCard(intl, card) }))}
          value={picked === undefined ? null : idOf(picked)}
          onPick={(id) => {
            const card = cards.find((one) => idOf(pickOf(one)) === id);
            if (card !== undefined) set(change.card(place, pickOf(card)));
          }}
        />
      )}
      {problem && (
        <p className="reason">
          <FormattedMessage id={problem} />
        </p>
      )}
    </div>
  );
}

function aboutCard(intl: IntlShape, { agency, number, certDate, hasPicture, outsideId }: ShownCard): string {
  return [
    agency,
    number,
    certDate && dayText(intl, certDate),
    outsideId !== null && !hasPicture && intl.formatMessage({ id: 'applications.apply.no_picture' }),
  ]
    .filter(Boolean)
    .join(' · ');
}
