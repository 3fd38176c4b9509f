import { FormattedMessage } from 'react-intl';
import { LoadMoreButton } from '#platform/web/client/load-more-button.tsx';
import { loadPages } from '#platform/web/client/load-pages.ts';
import { useDebouncedSearch } from '#platform/web/hooks/use-debounced-search.ts';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { Field } from '#ui/fields/field.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import type { useBoatStudents } from './board-queries.ts';
import type { BoatPerson } from './boat-people.ts';
import type { useTrip } from './use-trip.ts';

/** The number of people from which a search field is shown. */
const manyPeople = 20;

interface BoatFormProps {
  /** Those of the loaded pages that match the search. */
  people: readonly BoatPerson[];
  trip: ReturnType<typeof useTrip>;
  students: ReturnType<typeof useBoatStudents>;
  /** Everyone who matches the search. */
  total: number;
  search: string;
  onSearch: (search: string) => void;
}

export function BoatForm({ people, trip: { trip, chosen, change, choose }, students, ...props }: BoatFormProps) {
  const { total, search, onSearch } = props;
  const { typed, setTyped, flush } = useDebouncedSearch(search, onSearch);
  const keys = people.map(({ key }) => key);
  const count = keys.filter((key) => chosen.has(key)).length;
  /** The checkbox stands for everyone, so the other pages are loaded first. */
  const chooseAll = async (isChosen: boolean) => {
    const all = await loadPages(students);
    const loaded = all?.pages.flatMap(({ items }) => items.map(({ affiliateId }) => String(affiliateId))) ?? [];
    choose([...new Set([...keys, ...loaded])], isChosen);
  };
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
        {(total > manyPeople || search !== '') && (
          <div className="mb-3 max-w-100">
            <Field
              type="search"
              label={<FormattedMessage id="learning.students.search" />}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              onKeyDown={({ key }) => key === 'Enter' && flush()}
            />
          </div>
        )}
        <div className="card px-5 py-2">
          <Checkbox
            label={<FormattedMessage id="professionals.boat.everybody" values={{ count: total }} />}
            checked={keys.length > 0 && count === keys.length}
            ref={(checkbox) => {
              if (checkbox) checkbox.indeterminate = count > 0 && count < keys.length;
            }}
            onChange={({ target }) => void chooseAll(target.checked)}
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
        <LoadMoreButton query={students} />
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
