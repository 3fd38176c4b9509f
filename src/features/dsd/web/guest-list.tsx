import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useErrorState } from '#platform/web/client/use-error-state.ts';
import { BoatDrawing } from '#ui/drawings/boat-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Rows } from '#ui/lists/row.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import type { Guest } from '#features/dsd/shared/contract.ts';
import { DiveDoneDialog } from './dive-done-dialog.tsx';
import { GuestRow } from './guest-row.tsx';
import { useGuests } from './queries.ts';

export function GuestList() {
  const intl = useIntl();
  const errorState = useErrorState();
  const [diver, setDiver] = useState<Guest | null>(null);
  const { data, isError, isFetching, refetch } = useGuests();
  if (data === undefined)
    return isError ? (
      <ErrorState isCard {...errorState} isBusy={isFetching} onRefresh={() => void refetch()} />
    ) : (
      <SkeletonGroup label={intl.formatMessage({ id: 'dsd.loading' })} className="grid gap-3">
        <Skeleton height={88} />
        <Skeleton height={88} />
        <Skeleton height={88} />
      </SkeletonGroup>
    );
  if (data.length === 0)
    return (
      <EmptyState
        isCard
        drawing={<BoatDrawing />}
        title={<FormattedMessage id="dsd.guests.empty" />}
        text={<FormattedMessage id="dsd.guests.empty_text" />}
      />
    );
  return (
    <>
      <h2 className="vh">
        <FormattedMessage id="dsd.guests.title" />
      </h2>
      <Rows>
        {data.map((guest) => (
          <GuestRow key={guest.affiliateId} guest={guest} onDone={() => setDiver(guest)} />
        ))}
      </Rows>
      {diver && <DiveDoneDialog guest={diver} onClose={() => setDiver(null)} />}
    </>
  );
}
