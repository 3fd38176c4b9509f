import type { ReactNode } from 'react';
import { PageColumns } from '#ui/layout/page.tsx';
import type { ClubPage } from '#features/club/shared/contract.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { ClubBenefits } from './club-benefits.tsx';
import { ClubHeader } from './club-header.tsx';
import { ClubHistory } from './club-history.tsx';
import { ClubSavings } from './club-savings.tsx';
import { ClubOffers } from './club-offers.tsx';
import { ClubRenewal } from './club-renewal.tsx';
import { ClubTimeline } from './club-timeline.tsx';

type Period = ClubPage['history'][number];

export function ClubBody({ page, note }: { page: ClubPage; note: ReactNode }) {
  const { status, history } = page;
  const isMember = status === 'trial' || status === 'active' || status === 'past_due';
  const period = isMember ? getShownPeriod(history, toIsoDate()) : undefined;
  // An ended or past-due membership needs action, so the offers come first.
  const isUrgent = !isMember || status === 'past_due';
  return (
    <>
      <ClubHeader page={page} />
      {note && <div className="mt-5">{note}</div>}
      {isUrgent && <ClubOffers page={page} />}
      {period && (
        <ClubTimeline
          className={isUrgent && page.offers.length > 0 ? 'mt-10' : 'mt-8 lg:mt-10'}
          page={page}
          period={period}
        />
      )}
      <PageColumns className={period ? 'mt-10 lg:mt-20' : 'mt-10'}>
        <ClubBenefits page={page} isMember={isMember} />
        <aside>
          {period && <ClubSavings page={page} period={period} />}
          {isMember && <ClubRenewal page={page} />}
          {(history.length > 1 || !isMember) && <ClubHistory history={history} />}
        </aside>
      </PageColumns>
    </>
  );
}

/** The current period, or the last one. */
function getShownPeriod(history: readonly Period[], day: string): Period | undefined {
  const byEnd = history.toSorted((one, other) => one.endsOn.localeCompare(other.endsOn));
  return byEnd.find(({ startsOn, endsOn }) => startsOn <= day && day < endsOn) ?? byEnd.at(-1);
}
