import type { IntlShape } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import type { Blocker } from '#features/learning/shared/blockers.ts';
import type { BoardStudent } from '#features/learning/shared/board-contract.ts';

export function formatBlocker(intl: IntlShape, blocker: Blocker, student: BoardStudent): string {
  const id = `professionals.board.blocker.${blocker}` as MessageId;
  const left = ({ done, total }: { done: number; total: number }) => total - done;
  switch (blocker) {
    case 'lessons':
      return left(student.lessons) > 0
        ? intl.formatMessage({ id }, { count: left(student.lessons) })
        : intl.formatMessage({ id: 'professionals.board.blocker.quizzes' });
    case 'skills':
      return intl.formatMessage({ id }, { count: left(student.skills) });
    case 'dives_waiting':
      return intl.formatMessage({ id }, { count: student.divesWaiting });
    case 'dives':
      return intl.formatMessage({ id }, { count: left(student.dives) - student.divesWaiting });
    default:
      return formatDiveBlocker(intl, blocker);
  }
}

/** A blocker that keeps someone out of the water; it needs no count. */
export function formatDiveBlocker(intl: IntlShape, blocker: Blocker): string {
  // A response by link or on an uploaded page counts only once it is confirmed.
  return intl.formatMessage({
    id: `professionals.board.blocker.${blocker === 'review' ? 'response' : blocker}` as MessageId,
  });
}

/** Leaves out parts that the course does not have. */
export function formatStudentFacts(intl: IntlShape, student: BoardStudent): string {
  const { lessons, skills, dives, exam } = student;
  const parts = [
    [lessons, 'lessons'],
    [skills, 'skills'],
    [dives, 'dives'],
  ] as const;
  const texts = parts
    .filter(([{ total }]) => total > 0)
    .map(([part, id]) => intl.formatMessage({ id: `learning.students.${id}` }, part));
  if (exam.total > 0 && exam.done > 0) texts.push(intl.formatMessage({ id: 'learning.students.exam' }));
  return texts.join('\u00a0· ');
}
