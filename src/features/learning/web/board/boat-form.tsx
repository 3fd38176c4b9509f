import { FormattedMessage } from 'react-intl';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { Field } from '#ui/fields/field.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import type { BoatPerson } from './boat-people.ts';
import type { useTrip } from './use-trip.ts';

export function BoatForm({
  people,
  trip: { trip, chosen, change, choose },
}: {
  people: readonly BoatPerson[];
  trip: ReturnType<typeof useTrip>;
}) {
  const keys = people.map(({ key }) => key);
  const count = keys.filter((key) => chosen.has(key)).length;
  return (
    <div className="boat-form">
      <div className="mb-8 grid gap-4 sm:grid-cols-3">
        <Field
          type="date"
          label={<FormattedMessage id="professionals.boat.day" />}
          value={trip.day}
          onChange={({ target }) => change({ day: target.value })}
        />
        <Field
          label={<FormattedMessage id="professionals.boat.site" />}
          maxLength={80}
          value={trip.site}
          onChange={({ target }) => change({ site: target.value })}
        />
        <Field
          label={<FormattedMessage id="professionals.boat.boat" />}
          maxLength={80}
          value={trip.boat}
          onChange={({ target }) => change({ boat: target.value })}
        />
      </div>
      <PageSection title={<FormattedMessage id="professionals.boat.who" />}>
        <div className="card px-5 py-2">
          <Checkbox
            label={<FormattedMessage id="professionals.boat.everybody" values={{ count: keys.length }} />}
            checked={count === keys.length}
            ref={(checkbox) => {
              if (checkbox) checkbox.indeterminate = count > 0 && count < keys.length;
            }}
            onChange={({ target }) => choose(keys, target.checked)}
          />
          <ul className="border-t border-line">
            {people.map((person) => (
              <li key={person.key}>
                <Checkbox
                  label={<PersonLabel person={person} />}
                  checked={chosen.has(person.key)}
                  onChange={({ target }) => choose([person.key], target.checked)}
                />
              </li>
            ))}
          </ul>
        </div>
      </PageSection>
    </div>
  );
}

function PersonLabel({ person: { name, age, kind, blockedBy } }: { person: BoatPerson }) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      <bdi>{name}</bdi>
      <span className="num text-(length:--t-sm) text-ink-2">
        {age !== null && <FormattedMessage id="professionals.board.age" values={{ age }} />}
        {age !== null && kind === 'guest' && ' · '}
        {kind === 'guest' && <FormattedMessage id="professionals.boat.guest" />}
      </span>
      {blockedBy !== null && (
        <span className="text-(length:--t-sm) font-strong text-coral">
          <FormattedMessage id={`professionals.boat.kept.${blockedBy}`} />
        </span>
      )}
    </span>
  );
}
