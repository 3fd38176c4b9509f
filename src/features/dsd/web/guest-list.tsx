import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { LoadMoreButton } from '#platform/web/client/load-more-button.tsx';
import { mapQuery } from '#platform/web/client/query-state.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { BoatDrawing } from '#ui/drawings/boat-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Rows } from '#ui/lists/row.tsx';
import { SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import type { Guest } from '#features/dsd/shared/contract.ts';
import { DiscoverLink } from './discover/discover-link.tsx';
import { DiveDoneDialog } from './dive-done-dialog.tsx';
import { GuestRow } from './guest-row.tsx';
import { useGuests } from './queries.ts';

export function GuestList() {
  const intl = useIntl();
  const [diver, setDiver] = useState<Guest | null>(null);
  const query = useGuests();
  const storeNumber = query.data?.pages[0]?.storeNumber ?? null;
  return (
    <>
      {storeNumber !== null && <DiscoverLink storeNumber={storeNumber} />}
      <QueryView
        query={mapQuery(query, ({ pages }) => pages.flatMap(({ items }) => items))}
        skeleton={
          <SkeletonGroup label={intl.formatMessage({ id: 'dsd.loading' })} className="grid gap-3">
            <SkeletonRows count={3} height={88} />
          </SkeletonGroup>
        }
        isCard
        isEmpty={(guests) => guests.length === 0}
        empty={
          <EmptyState
            isCard
            drawing={<BoatDrawing />}
            title={<FormattedMessage id="dsd.guests.empty" />}
            text={<FormattedMessage id="dsd.guests.empty_text" />}
          />
        }
      >
        {(guests) => (
          <>
            <h2 className="vh">
              <FormattedMessage id="dsd.guests.title" />
            </h2>
            <Rows>
              {guests.map((guest) => (
                <GuestRow key={guest.affiliateId} guest={guest} onDone={() => setDiver(guest)} />
              ))}
            </Rows>
            <LoadMoreButton query={query} />
            {diver && <DiveDoneDialog guest={diver} onClose={() => setDiver(null)} />}
          </>
        )}
      </QueryView>
    </>
  );
}
