import { FormattedMessage, useIntl } from 'react-intl';
import type { Application, Exercise, ShownCard } from '#features/applications/shared/application.ts';
import { exerciseName } from '#features/applications/shared/labels.ts';

export function EmptyText() {
  return (
    <p className="text-ink-3">
      <FormattedMessage id="applications.review.empty" />
    </p>
  );
}

export function FreeText({ text }: { text: string }) {
  return (
    <p className="whitespace-pre-wrap wrap-anywhere" dir="auto">
      {text}
    </p>
  );
}

export function ProfessionalText({ name, number }: { name: string | null; number: number | null }) {
  return (
    <p>
      <bdi>{name}</bdi> <bdi className="num">{number}</bdi>
    </p>
  );
}

export function AddressText({ address }: { address: NonNullable<Application['teachingAddress']> }) {
  const { addressLine1, addressLine2, city, postalCode, state, country } = address;
  const lines = [addressLine1, addressLine2, [postalCode, city, state].filter(Boolean).join(' '), country];
  return (
    <p>
      {lines.filter(Boolean).map((line) => (
        <span key={line} className="block">
          <bdi>{line}</bdi>
        </span>
      ))}
    </p>
  );
}

export function CardText({ card: { name, agency, number } }: { card: ShownCard }) {
  return (
    <p>
      <bdi>{name}</bdi>
      {' · '}
      {agency === null ? <FormattedMessage id="applications.review.own_card" /> : <bdi>{agency}</bdi>}
      {number !== '' && (
        <>
          {' · '}
          <bdi className="num">{number}</bdi>
        </>
      )}
    </p>
  );
}

export function FirstAidText({ firstAid: { provider, isElsewhere } }: Pick<Application, 'firstAid'>) {
  return (
    <p>
      <bdi>{provider}</bdi>
      {isElsewhere && (
        <>
          {' · '}
          <FormattedMessage id="applications.review.elsewhere" />
        </>
      )}
    </p>
  );
}

export function ExerciseText({ id, exercise }: { id: string; exercise: Exercise | undefined }) {
  const intl = useIntl();
  return (
    <p className="col-span-full flex flex-wrap gap-x-3 justify-between">
      <span>{exerciseName(intl, id)}</span>
      <span className="num">
        {exercise === undefined ? (
          <FormattedMessage id="applications.review.no_score" />
        ) : (
          <FormattedMessage
            id={`applications.review.${exercise.isConfirmed ? 'score_confirmed' : 'score'}`}
            values={{ score: exercise.score }}
          />
        )}
      </span>
    </p>
  );
}
