import './board.css';
import './boat.css';
import { ChevronLeft, Printer } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { Button } from '#ui/buttons/button.tsx';
import { BoatDrawing } from '#ui/drawings/boat-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { hasFailed, LoadError, RowsSkeleton } from '#features/learning/web/query-section.tsx';
import { useBoard, useGuests } from './board-queries.ts';
import { BoatForm } from './boat-form.tsx';
import { listBoatPeople } from './boat-people.ts';
import { BoatSheet, type LevelName } from './boat-sheet.tsx';
import { useTrip } from './use-trip.ts';

export function BoatScreen({ levelName }: { levelName: LevelName }) {
  const board = useBoard();
  const guests = useGuests();
  const trip = useTrip();
  const failed = [board, guests].find(hasFailed);
  const people = board.data && guests.data && listBoatPeople(board.data, guests.data, trip.trip.day);
  const chosen = people?.filter(({ key }) => trip.chosen.has(key)) ?? [];
  return (
    <>
      <PageHead
        back={
          <Link className="back" to="/pro/class">
            <ChevronLeft size={18} className="flip" aria-hidden="true" />
            <FormattedMessage id="professionals.board.title" />
          </Link>
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
      <div className="mt-6 boat">
        {people === undefined ? (
          failed ? (
            <LoadError query={failed} />
          ) : (
            <RowsSkeleton rows={4} />
          )
        ) : people.length === 0 ? (
          <EmptyState
            isCard
            drawing={<BoatDrawing />}
            title={<FormattedMessage id="professionals.board.empty" />}
            text={<FormattedMessage id="professionals.board.empty_text" />}
          />
        ) : (
          <>
            <BoatForm people={people} trip={trip} />
            {chosen.length > 0 && <BoatSheet trip={trip.trip} people={chosen} levelName={levelName} />}
          </>
        )}
      </div>
    </>
  );
}
