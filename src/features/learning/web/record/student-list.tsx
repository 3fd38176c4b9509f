import { clsx } from 'clsx';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { selectedRow } from '#ui/lists/row-classes.ts';
import { Link } from 'react-router';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { Field } from '#ui/fields/field.tsx';
import { ProgressRing } from '#ui/feedback/progress-ring.tsx';
import type { Student } from '#features/learning/shared/record-contract.ts';
import { getStudentRecordParts, getCompletionShare } from '#features/learning/shared/record-progress.ts';
import { formatShare } from '#features/learning/web/format.ts';

/** Number of students from which a search field is shown. */
const manyStudents = 12;

interface StudentListProps {
  students: readonly Student[];
  chosen: ReadonlySet<number>;
  /** Null if there is nothing to sign. */
  choose: ((ids: readonly number[], isChosen: boolean) => void) | null;
}

export function StudentList({ students, chosen, choose }: StudentListProps) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLocaleLowerCase();
  const shown = students.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  const ids = shown.map(({ affiliateId }) => affiliateId);
  const count = ids.filter((id) => chosen.has(id)).length;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      {students.length > manyStudents && (
        <Field
          type="search"
          label={<FormattedMessage id="learning.students.search" />}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      <div className="card">
        {choose && (
          <div className="py-2 px-4 border-b border-line">
            <Checkbox
              label={<FormattedMessage id="learning.students.choose_all" values={{ count: ids.length }} />}
              checked={ids.length > 0 && count === ids.length}
              ref={(checkbox) => {
                if (checkbox) checkbox.indeterminate = count > 0 && count < ids.length;
              }}
              onChange={({ target }) => choose(ids, target.checked)}
            />
          </div>
        )}
        <ul>
          {shown.map((student) => (
            <StudentRow
              key={student.affiliateId}
              student={student}
              isChosen={chosen.has(student.affiliateId)}
              onChoose={choose && ((isChosen) => choose([student.affiliateId], isChosen))}
            />
          ))}
        </ul>
        {shown.length === 0 && (
          <p className="p-5 text-sm text-ink-2">
            <FormattedMessage id="learning.students.nobody" />
          </p>
        )}
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
            .join(' · ')}
          {student.hasExam && student.isExamPassed && (
            <>
              {' · '}
              <FormattedMessage id="learning.students.exam" />
            </>
          )}
        </span>
      </span>
    </li>
  );
}
