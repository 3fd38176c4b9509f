import { type IntlShape, useIntl } from 'react-intl';
import { levelName } from '../../features/applications/shared/words.ts';
import { useAssigned } from '../../features/applications/web/assigned-queries.ts';
import { useReceived } from '../../features/forms/web/list-queries.ts';
import type { BoardStudent } from '../../features/learning/shared/board-contract.ts';
import { shareOf } from '../../features/learning/shared/record-progress.ts';
import { useBoard, useGuests } from '../../features/learning/web/board/board-queries.ts';
import { blockerText } from '../../features/learning/web/board/board-words.ts';
import { useHeldCodes } from '../../features/learning/web/dashboard/dashboard-queries.ts';
import { shareText } from '../../features/learning/web/learning-words.ts';
import { useLearningWatch } from '../../features/learning/web/queries.ts';
import { useWaiting } from '../../features/logbook/web/queries.ts';
import { ProCodes } from '../../features/professionals/web/pro-codes.tsx';
import { ProForms } from '../../features/professionals/web/pro-forms.tsx';
import { ProHome } from '../../features/professionals/web/pro-home.tsx';
import { useSignedForms } from '../../features/professionals/web/pro-queries.ts';
import { isInstructor } from '../../features/professionals/shared/rules.ts';
import { type HomeStudent, ProStudents } from '../../features/professionals/web/pro-students.tsx';
import { ProApplications, ProDives } from '../../features/professionals/web/pro-work.tsx';
import { useCredit } from '../../features/shop/web/credit-queries.ts';
import { currentToken } from '../../platform/web/session.ts';
import { countOf, joinAsked, mapAsked } from './asked.ts';
import { countOpenForms } from './pro-forms-count.ts';

/** Where areas meet: each part of the home is another's, and loads by itself. */
export function ProPage() {
  const intl = useIntl();
  const isStore = currentToken()?.role === 'store';
  const isTeaching = isInstructor(currentToken()?.affiliateTypeId ?? 0);
  useLearningWatch();
  const board = useBoard();
  const waiting = useWaiting(isTeaching);
  const assigned = mapAsked(useAssigned('', 'to_review'), ({ pages }) => ({
    total: pages[0]?.total ?? 0,
    items: pages.flatMap(({ items }) => items),
  }));
  const open = joinAsked(board, useGuests(), countOpenForms);
  const clearances = mapAsked(useReceived('', 'review'), ({ pages }) => pages[0]?.total ?? 0);
  const forms = joinAsked(useSignedForms(), clearances, ({ total }, count) => ({ signed: total, clearances: count }));
  return (
    <ProHome
      counts={{
        clearances: countOf(clearances, (count) => count),
        dives: isTeaching ? countOf(waiting, (dives) => dives.length) : 0,
        // A store reads them; its instructors decide.
        applications: isTeaching ? countOf(assigned, ({ total }) => total) : 0,
        ready: countOf(board, (students) => students.filter(({ isReady }) => isReady).length),
        forms: countOf(open, ({ missing, physician, expired }) => missing + physician + expired),
      }}
      main={
        <>
          <ProStudents query={mapAsked(board, (students) => students.map((student) => homeStudent(intl, student)))} />
          {isTeaching && (
            <ProDives
              query={mapAsked(waiting, (dives) =>
                dives.map(({ id, diver_name, dive_title, dive_date }) => ({
                  id,
                  diver: diver_name,
                  title: dive_title,
                  date: dive_date,
                })),
              )}
            />
          )}
          {(isStore || isTeaching) && (
            <ProApplications
              isStore={isStore}
              query={mapAsked(assigned, ({ total, items }) => ({
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
          <ProForms query={joinAsked(forms, open, (received, counts) => ({ ...received, ...counts }))} />
          {isStore ? <StoreCodes /> : <OwnCodes />}
        </>
      }
    />
  );
}

function homeStudent(intl: IntlShape, student: BoardStudent): HomeStudent {
  const { affiliateId, packageId, name, title, lessons, skills, dives, exam, blockers } = student;
  const share = shareOf({ knowledge: lessons, confined: skills, openWater: dives, exam });
  const [first] = blockers;
  return {
    key: `${affiliateId}/${packageId}`,
    name,
    course: title,
    share,
    shareText: shareText(intl, share),
    next:
      first === undefined ? intl.formatMessage({ id: 'professionals.board.ready' }) : blockerText(intl, first, student),
  };
}

function useCodes() {
  return mapAsked(useHeldCodes(), (codes) => ({
    free: codes.filter(({ state }) => state === 'free').length,
    given: codes.filter(({ state }) => state === 'shared' || state === 'redeemed').length,
  }));
}

function OwnCodes() {
  return <ProCodes query={mapAsked(useCodes(), (codes) => ({ ...codes, credit: null }))} />;
}

function StoreCodes() {
  return (
    <ProCodes query={joinAsked(useCodes(), useCredit(), (codes, { available }) => ({ ...codes, credit: available }))} />
  );
}
