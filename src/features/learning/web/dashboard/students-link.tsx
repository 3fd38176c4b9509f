import { UsersRound } from '#ui/icons/icons.ts';
import { FormattedMessage } from 'react-intl';
import { Disc, Rows } from '#ui/lists/row.tsx';
import { LinkRow } from '#features/learning/web/link-row.tsx';
import { QuerySection, RowsSkeleton } from '#features/learning/web/query-section.tsx';
import { useStudentCount } from '#features/learning/web/queries.ts';

export function StudentsLink() {
  return (
    <QuerySection title="learning.class.title" query={useStudentCount()} skeleton={<RowsSkeleton rows={1} />}>
      {(count) => (
        <Rows>
          <LinkRow
            to="/training/students"
            start={
              <Disc tone="accent">
                <UsersRound size={20} />
              </Disc>
            }
            title={<FormattedMessage id="learning.class.count" values={{ count }} />}
            text={<FormattedMessage id="learning.class.text" />}
          />
        </Rows>
      )}
    </QuerySection>
  );
}
