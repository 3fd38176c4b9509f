import { useEffect, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSearchParams } from 'react-router';
import { Callout } from '../../../ui/callout.tsx';
import type { ClubPage } from '../shared/contract.ts';
import { dayText } from './club-words.ts';

const storedAs = 'club-years';
/** A payment service may tell us a moment after it has sent the person back; longer than this it writes a mail. */
const patienceMs = 60_000;

/** How many years there were before the payment: one more, and it has arrived. */
export function rememberYears({ history }: ClubPage): void {
  sessionStorage.setItem(storedAs, String(history.length));
}

/** Whoever comes back from the payment page sees what came of it. */
export function usePaymentReturn(): {
  isAwaited: (page: ClubPage) => boolean;
  note: (page: ClubPage) => ReactNode;
} {
  const [search, setSearch] = useSearchParams();
  const [outcome] = useState(() => search.get('payment'));
  const [years] = useState(() => Number(sessionStorage.getItem(storedAs) ?? -1));
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (outcome === null) return;
    // Said once: not again when the page is loaded anew, or shared.
    setSearch({}, { replace: true, preventScrollReset: true });
    sessionStorage.removeItem(storedAs);
    const timer = setTimeout(() => setIsLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, [outcome, setSearch]);
  const hasArrived = ({ history }: ClubPage) => history.length > years;
  return {
    isAwaited: (page) => outcome === 'paid' && !isLate && !hasArrived(page),
    note: (page) =>
      outcome === 'paid' ? (
        <PaidNote page={page} state={hasArrived(page) ? 'done' : isLate ? 'late' : 'waiting'} />
      ) : outcome === 'left' ? (
        <Callout isLive>
          <FormattedMessage id="club.paid.left" />
        </Callout>
      ) : null,
  };
}

function PaidNote({ page: { endsOn }, state }: { page: ClubPage; state: 'done' | 'waiting' | 'late' }) {
  const intl = useIntl();
  return (
    <Callout kind={state === 'done' ? 'note' : 'wait'} isLive>
      <FormattedMessage id={`club.paid.${state}`} values={{ date: endsOn === null ? '' : dayText(intl, endsOn) }} />
    </Callout>
  );
}
