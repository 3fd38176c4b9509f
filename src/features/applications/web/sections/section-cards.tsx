import { useEffect } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { Link } from 'react-router';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { RadioCards } from '#ui/fields/radio-cards.tsx';
import { SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import type { CardPlace, PickedCard, ShownCard } from '#features/applications/shared/application.ts';
import type { RequirementResult } from '#features/applications/shared/requirements.ts';
import { formatUtcDay, fieldName } from '#features/applications/shared/labels.ts';
import { change } from '#features/applications/web/applicant/applicant-changes.ts';
import { fieldId, useApplicant, useRequirements } from '#features/applications/web/applicant/applicant-context.ts';
import { addCardPath } from '#features/applications/web/paths.ts';
import { useCardPlaces } from '#features/applications/web/queries.ts';
import { findOnlyCard } from './find-only-card.ts';

/** A card for each place: a portal card, or an outside card with a picture. */
export function SectionCards() {
  const intl = useIntl();
  const { application } = useApplicant();
  const requirements = useRequirements('card');
  const query = useCardPlaces(application.types[0]?.id ?? 0);
  return (
    <QueryView
      query={query}
      skeleton={
        <SkeletonGroup label={intl.formatMessage({ id: 'applications.loading' })} className="grid gap-3">
          <SkeletonRows count={2} height={72} />
        </SkeletonGroup>
      }
      isCard
      level={3}
    >
      {(places) => (
        <>
          {places.map((place, index) => (
            <CardPlaceField key={place.place} place={place} requirement={requirements[index]} />
          ))}
          <p className="text-sm text-ink-2">
            <FormattedMessage id="applications.apply.card_elsewhere" />{' '}
            <Link to={addCardPath}>
              <FormattedMessage id="applications.apply.add_card" />
            </Link>
          </p>
        </>
      )}
    </QueryView>
  );
}

const getCardKey = (card: PickedCard) =>
  'licenseID' in card ? `license-${card.licenseID}` : `outside-${card.outsideId}`;
const toPickedCard = ({ licenseID, outsideId }: ShownCard): PickedCard =>
  licenseID === null ? { outsideId: outsideId ?? '' } : { licenseID };

function CardPlaceField({
  place: { place, cards, name },
  requirement,
}: {
  place: CardPlace;
  requirement: RequirementResult | undefined;
}) {
  const intl = useIntl();
  const { filled, set, problems } = useApplicant();
  const picked = filled.cards[place];
  const only = findOnlyCard(cards);
  useEffect(() => {
    if (picked === undefined && only !== undefined) set(change.card(place, toPickedCard(only)));
    // oxlint-disable-next-line react/exhaustive-deps
  }, [picked, only?.number, place]);
  const field = requirement?.id ?? `card_${place}`;
  const problem = problems[`certificationCards.${place}`];
  return (
    <div className="grid gap-3" id={fieldId(field)} tabIndex={-1}>
      <h3>{fieldName(intl, field)}</h3>
      {cards.length === 0 ? (
        <p className="text-sm text-ink-2">
          <FormattedMessage id="applications.apply.no_card" values={{ name }} />
        </p>
      ) : (
        <RadioCards
          label={fieldName(intl, field)}
          picks={cards.map((card) => ({
            value: getCardKey(toPickedCard(card)),
            title: card.name,
            text: describeCard(intl, card),
          }))}
          value={picked === undefined ? null : getCardKey(picked)}
          onPick={(id) => {
            const card = cards.find((candidate) => getCardKey(toPickedCard(candidate)) === id);
            if (card !== undefined) set(change.card(place, toPickedCard(card)));
          }}
        />
      )}
      {problem && (
        <p className="my-1 text-sm text-coral wrap-anywhere">
          <FormattedMessage id={problem} />
        </p>
      )}
    </div>
  );
}

function describeCard(intl: IntlShape, { agency, number, certDate, hasPicture, outsideId }: ShownCard): string {
  return [
    agency,
    number,
    certDate && formatUtcDay(intl, certDate),
    outsideId !== null && !hasPicture && intl.formatMessage({ id: 'applications.apply.no_picture' }),
  ]
    .filter(Boolean)
    .join(' · ');
}
