import { useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useNavigate } from 'react-router';
import { ApiError } from '#platform/web/client/client.ts';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { ClubPage, OfferKind } from '#features/club/shared/contract.ts';
import { useClubPayment } from './club-payment-context.ts';
import { joinClub, refreshClub, setCachedClub } from './club-queries.ts';
import { formatDay } from '#platform/shared/format-day.ts';
import { storeYearCount } from './use-payment-return.tsx';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';

/** Starts an offer: immediately if it is free, otherwise on the payment page. */
export function useJoinClub(page: ClubPage) {
  const intl = useIntl();
  const navigate = useNavigate();
  const { askGuardian } = useClubPayment();
  const [busyWith, setBusyWith] = useState<OfferKind | null>(null);
  /** The same request reuses its key, so sending it again does not create another one. */
  const keys = useRef(new Map<string, string>());
  const begin = async (kind: OfferKind, isRenewing: boolean) => {
    if (busyWith !== null) return;
    const requestKey = `${kind} ${isRenewing}`;
    const key = keys.current.get(requestKey) ?? crypto.randomUUID();
    keys.current.set(requestKey, key);
    setBusyWith(kind);
    try {
      if (page.isMinor && kind !== 'trial') return await navigate(await askGuardian(key, kind));
      const { payUrl, club } = await joinClub(key, kind, isRenewing);
      if (payUrl === null) {
        setCachedClub(club);
        const date = club.endsOn === null ? '' : formatDay(intl, club.endsOn, 'long');
        // An offer with a price has no payment page if it was paid in another window a moment ago.
        showToast({
          text: intl.formatMessage({ id: kind === 'trial' ? 'club.offer.begun' : 'club.paid.done' }, { date }),
        });
      } else {
        storeYearCount(page);
        location.assign(payUrl);
      }
    } catch (error) {
      // After a lost response the request may have succeeded, so a retry must use the same key.
      if (error instanceof ApiError && error.status !== 0) keys.current.delete(requestKey);
      showToast({ text: formatErrorMessage(intl, error) });
      void refreshClub();
    }
    setBusyWith(null);
  };
  return { busyWith, begin };
}
