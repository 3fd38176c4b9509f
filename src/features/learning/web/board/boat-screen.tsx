import { Printer } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import { BackLink } from '#ui/layout/back-link.tsx';
import { combineQueries } from '#platform/web/client/query-state.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { BoatDrawing } from '#ui/drawings/boat-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { RowsSkeleton } from '#features/learning/web/query-section.tsx';
import { useBoard, useGuests } from './board-queries.ts';
import { BoatForm } from './boat-form.tsx';
import { listBoatPeople } from './boat-people.ts';
import { BoatSheet, type LevelName } from './boat-sheet.tsx';
import { useTrip } from './use-trip.ts';

export function BoatScreen({ levelName }: { levelName: LevelName }) {
  const trip = useTrip();
  const query = combineQueries(useBoard(), useGuests(), (board, guests) =>
    listBoatPeople(board, guests, trip.trip.day),
  );
  const chosen = query.data?.filter(({ key }) => trip.chosen.has(key)) ?? [];
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
          isEmpty={(people) => people.length === 0}
          empty={
            <EmptyState
              isCard
              drawing={<BoatDrawing />}
              title={<FormattedMessage id="professionals.board.empty" />}
              text={<FormattedMessage id="professionals.board.empty_text" />}
            />
          }
        >
          {(people) => (
            <>
              <BoatForm people={people} trip={trip} />
              {chosen.length > 0 && <BoatSheet trip={trip.trip} people={chosen} levelName={levelName} />}
            </>
          )}
        </QueryView>
      </div>
    </>
  );
}
