import { clsx } from 'clsx';
import { BadgeCheck, CircleAlert, CircleDashed } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { Chip } from '#ui/display/chip.tsx';
import { filterDiveBlockers } from '#features/learning/shared/blockers.ts';
import type { BoardStudent } from '#features/learning/shared/board-contract.ts';
import { StudentProgressLine } from './student-progress-line.tsx';
import { formatBlocker, formatStudentFacts } from './board-format.ts';

/** `recordPath` is null if the viewer may not open the record. */
export function BoardRow({ student, recordPath }: { student: BoardStudent; recordPath: string | null }) {
  const intl = useIntl();
  const { name, age, isMinor, instructorName } = student;
  return (
    <li
      data-part="student"
      className="grid gap-3 border-line px-5 py-4 not-first:border-t @min-[720px]:grid-cols-[minmax(0,1fr)_320px_minmax(0,1fr)] @min-[720px]:gap-6"
    >
      <div>
        <b className="block wrap-anywhere">
          {recordPath === null ? (
            <bdi>{name}</bdi>
          ) : (
            <Link className="text-inherit" to={recordPath}>
              <bdi>{name}</bdi>
            </Link>
          )}
        </b>
        <span className="flex flex-wrap items-center gap-2 text-sm wrap-anywhere text-ink-2">
          {age === null ? (
            <FormattedMessage id="professionals.board.age_unknown" />
          ) : (
            <FormattedMessage id="professionals.board.age" values={{ age }} />
          )}
          {isMinor && (
            <Chip>
              <FormattedMessage id="professionals.board.minor" />
            </Chip>
          )}
        </span>
        {recordPath === null && instructorName !== null && (
          <span className="block text-sm wrap-anywhere text-ink-2">
            <FormattedMessage id="professionals.board.with" values={{ name: <bdi>{instructorName}</bdi> }} />
          </span>
        )}
      </div>
      <div>
        <StudentProgressLine student={student} />
        <span className="num block text-xs text-ink-2">{formatStudentFacts(intl, student)}</span>
      </div>
      <BlockerList student={student} recordPath={recordPath} />
    </li>
  );
}

function BlockerList({ student, recordPath }: { student: BoardStudent; recordPath: string | null }) {
  const intl = useIntl();
  const { blockers, isReady } = student;
  const dry = filterDiveBlockers(blockers);
  if (isReady)
    return (
      <p className="flex items-center gap-2 font-strong text-accent-text">
        <BadgeCheck size={20} aria-hidden="true" />
        {recordPath === null ? (
          <FormattedMessage id="professionals.board.ready" />
        ) : (
          <Link className="text-inherit" to={recordPath}>
            <FormattedMessage id="professionals.board.ready" />
          </Link>
        )}
      </p>
    );
  return (
    <ul className="grid content-start gap-1 text-sm text-ink-2">
      {blockers.map((blocker) => (
        <li key={blocker} className={clsx('flex gap-2', dry.includes(blocker) && 'font-strong text-coral')}>
          {dry.includes(blocker) ? (
            <CircleAlert size={16} className="mt-0.75 flex-none" aria-hidden="true" />
          ) : (
            <CircleDashed size={16} className="mt-0.75 flex-none" aria-hidden="true" />
          )}
          <span>{formatBlocker(intl, blocker, student)}</span>
        </li>
      ))}
    </ul>
  );
}
