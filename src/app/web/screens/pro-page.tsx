import { type IntlShape, useIntl } from 'react-intl';
import { levelName } from '#features/applications/shared/labels.ts';
import { useAssigned } from '#features/applications/web/assigned/assigned-queries.ts';
import { useReceivedRecords } from '#features/forms/web/list/list-queries.ts';
import type { BoardStudent } from '#features/learning/shared/board-contract.ts';
import { getCompletionShare } from '#features/learning/shared/record-progress.ts';
import { useBoardSummary, useOpenGuests } from '#features/learning/web/board/board-queries.ts';
import { formatBlocker, formatDiveBlocker } from '#features/learning/web/board/board-format.ts';
import { useFirstHeldCodes } from '#features/learning/web/dashboard/dashboard-queries.ts';
import { formatShare } from '#features/learning/web/format.ts';
import { useLearningUpdates } from '#features/learning/web/queries.ts';
import { useFirstLogsToVerify } from '#features/logbook/web/queries.ts';
import { ProCodes } from '#features/professionals/web/home/pro-codes.tsx';
import { ProForms } from '#features/professionals/web/home/pro-forms.tsx';
import { ProHome } from '#features/professionals/web/home/pro-home.tsx';
import { type HomeToday, ProToday } from '#features/professionals/web/home/pro-today.tsx';
import { useSignedForms } from '#features/professionals/web/home/pro-queries.ts';
import { isInstructor } from '#domain/roles.ts';
import { type HomeStudent, ProStudents } from '#features/professionals/web/home/pro-students.tsx';
import { ProApplications } from '#features/professionals/web/home/pro-applications.tsx';
import { ProDives } from '#features/professionals/web/home/pro-dives.tsx';
import { useCredit } from '#features/shop/web/credit/queries.ts';
import { currentToken } from '#platform/web/session/session.ts';
import { combineQueries, mapQuery } from '#platform/web/client/query-state.ts';
import { shownDives, useProCounts } from './use-pro-counts.ts';

/** The professional's home. Each section comes from another feature and loads separately. */
export function ProPage() {
  const intl = useIntl();
  const isStore = currentToken()?.role === 'store';
  const isTeaching = isInstructor(currentToken()?.affiliateTypeId ?? 0);
  useLearningUpdates();
  const board = useBoardSummary();
  const waiting = useFirstLogsToVerify(isTeaching, shownDives);
  const assigned = mapQuery(useAssigned('', 'to_review'), ({ pages }) => ({
    total: pages[0]?.total ?? 0,
    items: pages.flatMap(({ items }) => items),
  }));
  const open = combineQueries(board, useOpenGuests(), (summary, guests) => ({ ...summary.forms, guests }));
  const clearances = mapQuery(useReceivedRecords('', 'review'), ({ pages }) => pages[0]?.total ?? 0);
  const forms = combineQueries(useSignedForms(), clearances, ({ total }, count) => ({
    signed: total,
    clearances: count,
  }));
  const counts = useProCounts();
  const today = combineQueries(
    combineQueries(board, open, ({ notReady, expiring }, { guests }) => ({ notReady, expiring, guests })),
    useFirstHeldCodes(),
    ({ notReady, expiring, guests }, { expiringSoon }): HomeToday => ({
      counts,
      notReady: notReady.map(({ blocker, ...person }) => ({ ...person, reason: formatDiveBlocker(intl, blocker) })),
      guests,
      medicals: expiring.items,
      codes: expiringSoon,
    }),
  );
  return (
    <ProHome
      counts={counts}
      today={<ProToday query={today} />}
      main={
        <>
          <ProStudents
            query={mapQuery(board, ({ all, latest }) => ({
              total: all,
              items: latest.map((student) => toHomeStudent(intl, student)),
            }))}
          />
          {isTeaching && (
            <ProDives
              query={mapQuery(waiting, ({ total, items }) => ({
                total,
                items: items.map(({ id, diver_name, dive_title, dive_date }) => ({
                  id,
                  diver: diver_name,
                  title: dive_title,
                  date: dive_date,
                })),
              }))}
            />
          )}
          {(isStore || isTeaching) && (
            <ProApplications
              isStore={isStore}
              query={mapQuery(assigned, ({ total, items }) => ({
                total,
                items: items.map((row) => ({
                  id: row.id,
                  applicant: row.applicantName,
                  type: levelName(intl, row),
                  since: row.stateDate,
                })),
              }))}
            />
          )}
        </>
      }
      aside={
        <>
          <ProForms query={combineQueries(forms, open, (received, counts) => ({ ...received, ...counts }))} />
          {isStore ? <StoreCodes /> : <OwnCodes />}
        </>
      }
    />
  );
}

function toHomeStudent(intl: IntlShape, student: BoardStudent): HomeStudent {
  const { affiliateId, packageId, name, title, lessons, skills, dives, exam, blockers } = student;
  const share = getCompletionShare({ knowledge: lessons, confined: skills, openWater: dives, exam });
  const [first] = blockers;
  return {
    key: `${affiliateId}/${packageId}`,
    name,
    course: title,
    share,
    shareText: formatShare(intl, share),
    next:
      first === undefined
        ? intl.formatMessage({ id: 'professionals.board.ready' })
        : formatBlocker(intl, first, student),
  };
}

function useCodeCounts() {
  return mapQuery(useFirstHeldCodes(), ({ counts: { free, shared } }) => ({ free, shared }));
}

function OwnCodes() {
  return <ProCodes query={mapQuery(useCodeCounts(), (codes) => ({ ...codes, credit: null }))} />;
}

function StoreCodes() {
  return (
    <ProCodes
      query={combineQueries(useCodeCounts(), useCredit(), (codes, { available }) => ({ ...codes, credit: available }))}
    />
  );
}
