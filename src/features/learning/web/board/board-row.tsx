import { BadgeCheck, CircleAlert, CircleDashed } from 'lucide-react';
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
    <li className="board-row">
      <div className="board-who">
        <b>
          {recordPath === null ? (
            <bdi>{name}</bdi>
          ) : (
            <Link to={recordPath}>
              <bdi>{name}</bdi>
            </Link>
          )}
        </b>
        <span className="board-facts">
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
          <span className="board-facts">
            <FormattedMessage id="professionals.board.with" values={{ name: <bdi>{instructorName}</bdi> }} />
          </span>
        )}
      </div>
      <div className="board-way">
        <StudentProgressLine student={student} />
        <span className="num">{formatStudentFacts(intl, student)}</span>
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
      <p className="board-ready">
        <BadgeCheck size={20} aria-hidden="true" />
        {recordPath === null ? (
          <FormattedMessage id="professionals.board.ready" />
        ) : (
          <Link to={recordPath}>
            <FormattedMessage id="professionals.board.ready" />
          </Link>
        )}
      </p>
    );
  return (
    <ul className="board-blockers">
      {blockers.map((blocker) => (
        <li key={blocker} className={dry.includes(blocker) ? 'dry' : undefined}>
          {dry.includes(blocker) ? (
            <CircleAlert size={16} aria-hidden="true" />
          ) : (
            <CircleDashed size={16} aria-hidden="true" />
          )}
          <span>{formatBlocker(intl, blocker, student)}</span>
        </li>
      ))}
    </ul>
  );
}
