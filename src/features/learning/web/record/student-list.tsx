import { clsx } from 'clsx';
import { FormattedMessage, useIntl } from 'react-intl';
import { selectedRow } from '#ui/lists/row-classes.ts';
import { Link } from 'react-router';
import { LoadMoreButton } from '#platform/web/client/load-more-button.tsx';
import { useShownRows } from '#platform/web/client/use-shown-rows.ts';
import { useDebouncedSearch } from '#platform/web/hooks/use-debounced-search.ts';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { Field } from '#ui/fields/field.tsx';
import { ProgressRing } from '#ui/feedback/progress-ring.tsx';
import type { Student, TaughtCourse } from '#features/learning/shared/record-contract.ts';
import { getStudentRecordParts, getCompletionShare } from '#features/learning/shared/record-progress.ts';
import { formatShare } from '#features/learning/web/format.ts';
import type { useStudents } from './student-queries.ts';

/** Number of students from which a search field is shown. */
const manyStudents = 12;
/** The number of students that are rendered at a time. */
const shownStep = 50;

interface StudentListProps {
  course: TaughtCourse;
  /** The loaded students who match the search. */
  students: readonly Student[];
  query: ReturnType<typeof useStudents>;
  search: string;
  onSearch: (search: string) => void;
  chosen: ReadonlySet<number>;
  /** Null if there is nothing to sign. */
  choose: ((students: readonly Student[], isChosen: boolean) => void) | null;
  onChooseAll: (isChosen: boolean) => void;
}

export function StudentList(props: StudentListProps) {
  const { course, students, query, search, onSearch, chosen, choose, onChooseAll } = props;
  const { typed, setTyped, flush } = useDebouncedSearch(search, onSearch);
  const total = query.data?.pages.at(-1)?.total ?? students.length;
  const rows = useShownRows(shownStep, { ...query, loaded: students.length, total });
  const count = students.filter(({ affiliateId }) => chosen.has(affiliateId)).length;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      {course.count > manyStudents && (
        <Field
          type="search"
          maxLength={100}
          label={<FormattedMessage id="learning.students.search" />}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={({ key }) => key === 'Enter' && flush()}
        />
      )}
      <div className="card" aria-busy={query.isPlaceholderData || undefined}>
        {choose && (
          <div className="py-2 px-4 border-b border-line">
            <Checkbox
              label={<FormattedMessage id="learning.students.choose_all" values={{ count: total }} />}
              checked={total > 0 && count === total}
              ref={(checkbox) => {
                if (checkbox) checkbox.indeterminate = count > 0 && count < total;
              }}
              onChange={({ target }) => onChooseAll(target.checked)}
            />
          </div>
        )}
        <ul>
          {students.slice(0, rows.limit).map((student) => (
            <StudentRow
              key={student.affiliateId}
              student={student}
              isChosen={chosen.has(student.affiliateId)}
              onChoose={choose && ((isChosen) => choose([student], isChosen))}
            />
          ))}
        </ul>
        {students.length === 0 && (
          <p className="p-5 text-sm text-ink-2">
            <FormattedMessage id="learning.students.nobody" />
          </p>
        )}
      </div>
      <div className="empty:hidden">
        <LoadMoreButton query={rows} />
      </div>
    </div>
  );
}

interface StudentRowProps {
  student: Student;
  isChosen: boolean;
  onChoose: ((isChosen: boolean) => void) | null;
}

/** Pressing the row selects the student; the name links to their record. */
function StudentRow({ student, isChosen, onChoose }: StudentRowProps) {
  const intl = useIntl();
  const { affiliateId, packageId, name } = student;
  const parts = getStudentRecordParts(student);
  const share = formatShare(intl, getCompletionShare(parts));
  const facts = [
    [parts.knowledge, 'lessons'],
    [parts.confined, 'skills'],
    [parts.openWater, 'dives'],
  ] as const;
  return (
    <li
      className={clsx(
        'relative flex items-center gap-4 border-line px-4 py-3 not-first:border-t last:rounded-ee-box last:rounded-es-box',
        isChosen ? selectedRow : 'hover:bg-hover',
      )}
    >
      {onChoose && (
        <Checkbox
          coversRow
          label={<span className="vh">{intl.formatMessage({ id: 'learning.students.choose' }, { name })}</span>}
          checked={isChosen}
          onChange={({ target }) => onChoose(target.checked)}
        />
      )}
      <ProgressRing
        share={getCompletionShare(parts)}
        text={share}
        label={intl.formatMessage({ id: 'learning.record.share' }, { share })}
      />
      <span className="min-w-0">
        {/* Above the row's checkbox, which covers the whole row. */}
        <Link
          className="relative z-1 inline-block py-0.5 text-inherit font-strong"
          to={`/training/instructor/eRecord/${affiliateId}/${packageId}?affiliateId=${affiliateId}`}
        >
          <bdi>{name}</bdi>
        </Link>
        <span className="num block text-sm text-ink-2">
          {facts
            .filter(([part]) => part.total > 0)
            .map(([{ done, total }, id]) => intl.formatMessage({ id: `learning.students.${id}` }, { done, total }))
            .join('\u00a0· ')}
          {student.hasExam && student.isExamPassed && (
            <>
              {'\u00a0· '}
              <FormattedMessage id="learning.students.exam" />
            </>
          )}
        </span>
      </span>
    </li>
  );
}
