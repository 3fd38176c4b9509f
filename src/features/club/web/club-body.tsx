import type { ReactNode } from 'react';
import { PageColumns } from '../../../ui/page.tsx';
import type { ClubPage } from '../shared/contract.ts';
import { today } from './club-days.ts';
import { ClubGives } from './club-gives.tsx';
import { ClubHead } from './club-head.tsx';
import { ClubHistory } from './club-history.tsx';
import { ClubLedger } from './club-ledger.tsx';
import { ClubOffers } from './club-offers.tsx';
import { ClubRenewal } from './club-renewal.tsx';
import { ClubYear } from './club-year.tsx';

type Period = ClubPage['history'][number];

export function ClubBody({ page, note }: { page: ClubPage; note: ReactNode }) {
  const { status, history } = page;
  const isMember = status === 'trial' || status === 'active' || status === 'past_due';
  const period = isMember ? periodOf(history, today()) : undefined;
  // What ends or stands still is taken up first; while a year runs there is time.
  const isUrgent = !isMember || status === 'past_due';
  return (
    <>
      <div className="club-head">
        <ClubHead page={page} />
      </div>
      {note && <div className="mt-5">{note}</div>}
      {isUrgent && <ClubOffers page={page} />}
      {period && <ClubYear page={page} period={period} />}
      <PageColumns className="club-cols">
        <ClubGives page={page} isMember={isMember} />
        <aside>
          {period && <ClubLedger page={page} period={period} />}
          {isMember && <ClubRenewal page={page} />}
          {(history.length > 1 || !isMember) && <ClubHistory history={history} />}
        </aside>
      </PageColumns>
    </>
  );
}

/** The one that runs; where none does any more, the last. */
function periodOf(history: readonly Period[], day: string): Period | undefined {
  const byEnd = history.toSorted((one, other) => one.endsOn.localeCompare(other.endsOn));
  return byEnd.find(({ startsOn, endsOn }) => startsOn <= day && day < endsOn) ?? byEnd.at(-1);
}
