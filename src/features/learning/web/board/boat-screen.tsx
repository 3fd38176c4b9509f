import { Printer } from '#ui/icons/icons.ts';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { normalizeForSearch } from '#platform/shared/search-text.ts';
import { BackLink } from '#ui/layout/back-link.tsx';
import { combineQueries } from '#platform/web/client/query-state.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { BoatDrawing } from '#ui/drawings/boat-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { RowsSkeleton } from '#features/learning/web/query-section.tsx';
import { useBoatGuests, useBoatStudents, useChosenStudents } from './board-queries.ts';
import { BoatForm } from './boat-form.tsx';
import { listBoatPeople } from './boat-people.ts';
import { BoatSheet, type LevelName } from './boat-sheet.tsx';
import { useTrip } from './use-trip.ts';

export function BoatScreen({ levelName }: { levelName: LevelName }) {
  const trip = useTrip();
  const { day } = trip.trip;
  const [search, setSearch] = useState('');
  const students = useBoatStudents(search);
  const guests = useBoatGuests();
  const chosenStudents = useChosenStudents([...trip.chosen].filter((key) => /^\d+$/.test(key)).map(Number));
  const query = combineQueries(students, guests, ({ pages }, allGuests) => ({
    people: listBoatPeople(
      pages.flatMap(({ items }) => items),
      allGuests.filter(({ name }) => normalizeForSearch(name).includes(normalizeForSearch(search))),
      day,
    ),
    total: pages[0]?.total ?? 0,
  }));
  const chosen = listBoatPeople(chosenStudents.data ?? [], guests.data ?? [], day).filter(({ key }) =>
    trip.chosen.has(key),
  );
  return (
    <>
      <PageHead
        back={
          <BackLink to="/pro/class">
            <FormattedMessage id="professionals.board.title" />
          </BackLink>
        }
        title={<FormattedMessage id="professionals.boat.title" />}
        text={<FormattedMessage id="professionals.boat.text" />}
        end={
          chosen.length > 0 && (
            <Button onClick={() => print()}>
              <Printer size={18} aria-hidden="true" />
              <FormattedMessage id="professionals.boat.print" />
            </Button>
          )
        }
      />
      <div className="boat mt-6 grid min-w-0 gap-8 *:min-w-0">
        <QueryView
          query={query}
          skeleton={<RowsSkeleton rows={4} />}
          isCard
          isEmpty={({ people }) => people.length === 0 && search === ''}
          empty={
            <EmptyState
              isCard
              drawing={<BoatDrawing />}
              title={<FormattedMessage id="professionals.board.empty" />}
              text={<FormattedMessage id="professionals.board.empty_text" />}
            />
          }
        >
          {({ people, total }) => (
            <>
              <BoatForm
                people={people}
                trip={trip}
                students={students}
                total={total + people.filter(({ kind }) => kind === 'guest').length}
                search={search}
                onSearch={setSearch}
              />
              {chosen.length > 0 && <BoatSheet trip={trip.trip} people={chosen} levelName={levelName} />}
            </>
          )}
        </QueryView>
      </div>
    </>
  );
}
