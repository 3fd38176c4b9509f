import { ChevronRight, UsersRound } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { Disc, RowContent } from '../../../../ui/row.tsx';
import { Part, RowsSkeleton } from '../part.tsx';
import { useStudents } from '../queries.ts';

/** Whom a professional teaches; the class has a page of its own. */
export function StudentsLink() {
  return (
    <Part title="learning.class.title" query={useStudents(true)} skeleton={<RowsSkeleton rows={1} />}>
      {(students) => (
        <ul className="rows card px-5">
          <li>
            <Link className="row" to="/training/students">
              <RowContent
                start={
                  <Disc tone="accent">
                    <UsersRound size={20} />
                  </Disc>
                }
                title={<FormattedMessage id="learning.class.count" values={{ count: students.length }} />}
                text={<FormattedMessage id="learning.class.text" />}
                end={<ChevronRight size={20} className="flip" aria-hidden="true" />}
              />
            </Link>
          </li>
        </ul>
      )}
    </Part>
  );
}
