import { UsersRound } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import { Disc, Rows } from '../../../../ui/row.tsx';
import { LinkRow } from '../link-row.tsx';
import { Part, RowsSkeleton } from '../part.tsx';
import { useStudents } from '../queries.ts';

/** Whom a professional teaches; the class has a page of its own. */
export function StudentsLink() {
  return (
    <Part title="learning.class.title" query={useStudents(true)} skeleton={<RowsSkeleton rows={1} />}>
      {(students) => (
        <Rows>
          <LinkRow
            to="/training/students"
            start={
              <Disc tone="accent">
                <UsersRound size={20} />
              </Disc>
            }
            title={<FormattedMessage id="learning.class.count" values={{ count: students.length }} />}
            text={<FormattedMessage id="learning.class.text" />}
          />
        </Rows>
      )}
    </Part>
  );
}
