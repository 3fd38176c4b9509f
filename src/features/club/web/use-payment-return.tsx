import { useEffect, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSearchParams } from 'react-router';
import { usePolling } from '#platform/web/hooks/use-polling.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import type { ClubPage } from '#features/club/shared/contract.ts';
import { settlePayment } from './club-queries.ts';
import { formatDay } from '#platform/shared/format-day.ts';

const storageKey = 'club-years';

/** Stores the number of years before the payment; one more means the payment has arrived. */
export function storeYearCount({ history }: ClubPage): void {
  sessionStorage.setItem(storageKey, String(history.length));
}

/** Shows the result after a return from the payment page, and polls the payment service until it is known. */
export function usePaymentReturn(): {
  isAwaited: (page: ClubPage) => boolean;
  note: (page: ClubPage) => ReactNode;
} {
  const [search, setSearch] = useSearchParams();
  const [{ outcome, paymentId }] = useState(() => ({
    outcome: search.get('payment'),
    paymentId: search.get('paymentId'),
  }));
  const [years] = useState(() => Number(sessionStorage.getItem(storageKey) ?? -1));
  const [isReturned, setIsReturned] = useState(false);
  const { isSlow } = usePolling({
    about: outcome === 'paid' ? paymentId : null,
    ask: async () => {
      const state = await settlePayment(paymentId ?? '');
      if (state === 'returned') setIsReturned(true);
      return state !== 'open';
    },
  });
  useEffect(() => {
    if (outcome === null) return;
    // The URL parameter is removed, so a reload or a shared link does not show the note again.
    setSearch({}, { replace: true, preventScrollReset: true });
    sessionStorage.removeItem(storageKey);
  }, [outcome, setSearch]);
  const hasArrived = ({ history }: ClubPage) => history.length > years;
  return {
    isAwaited: (page) => outcome === 'paid' && !isReturned && !hasArrived(page),
    note: (page) =>
      outcome === 'paid' ? (
        <PaidNote
          page={page}
          state={isReturned ? 'returned' : hasArrived(page) ? 'done' : isSlow ? 'late' : 'waiting'}
        />
      ) : outcome === 'left' ? (
        <Callout isLive>
          <FormattedMessage id="club.paid.left" />
        </Callout>
      ) : null,
  };
}

type PaidState = 'done' | 'waiting' | 'late' | 'returned';

function PaidNote({ page: { endsOn }, state }: { page: ClubPage; state: PaidState }) {
  const intl = useIntl();
  return (
    <Callout kind={state === 'done' || state === 'returned' ? 'note' : 'wait'} isLive>
      <FormattedMessage
        id={`club.paid.${state}`}
        values={{ date: endsOn === null ? '' : formatDay(intl, endsOn, 'long') }}
      />
    </Callout>
  );
}
