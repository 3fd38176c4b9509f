import { useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useNavigate } from 'react-router';
import { ApiError } from '../../../platform/web/client.ts';
import { showToast } from '../../../ui/toast-store.ts';
import type { ClubPage, OfferKind } from '../shared/contract.ts';
import { useClubPaying } from './club-paying.ts';
import { join, refreshClub, showClub } from './club-queries.ts';
import { dayText } from './club-words.ts';
import { rememberYears } from './payment-return.tsx';
import { failureText } from '../../../platform/web/failure-text.ts';

/** Begins what is offered: at once where it is free, otherwise by way of the payment page. */
export function useJoin(page: ClubPage) {
  const intl = useIntl();
  const navigate = useNavigate();
  const { askGuardian } = useClubPaying();
  const [busyWith, setBusyWith] = useState<OfferKind | null>(null);
  /** The same wish is the same request, however often it is sent. */
  const keys = useRef(new Map<string, string>());
  const begin = async (kind: OfferKind, isRenewing: boolean) => {
    if (busyWith !== null) return;
    const wish = `${kind} ${isRenewing}`;
    const key = keys.current.get(wish) ?? crypto.randomUUID();
    keys.current.set(wish, key);
    setBusyWith(kind);
    try {
      if (page.isMinor && kind !== 'trial') return await navigate(await askGuardian(key, kind));
      const { payUrl, club } = await join(key, kind, isRenewing);
      if (payUrl === null) {
        showClub(club);
        const date = club.endsOn === null ? '' : dayText(intl, club.endsOn);
        // What costs something comes without a page to pay on when it was paid a moment ago, in another window.
        showToast({
          text: intl.formatMessage({ id: kind === 'trial' ? 'club.offer.begun' : 'club.paid.done' }, { date }),
        });
      } else {
        rememberYears(page);
        location.assign(payUrl);
      }
    } catch (error) {
      // Without an answer it may have been done: then the next try must be the same one.
      if (error instanceof ApiError && error.status !== 0) keys.current.delete(wish);
      showToast({ text: failureText(intl, error) });
      void refreshClub();
    }
    setBusyWith(null);
  };
  return { busyWith, begin };
}
