import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { Ring } from '../../../ui/ring.tsx';
import { Rows } from '../../../ui/row.tsx';
import { type Asked, ProPart, ProRow } from './pro-part.tsx';

export interface HomeStudent {
  key: string;
  name: string;
  course: string;
  share: number;
  shareText: string;
  /** What is in the way first, or that nothing is. */
  next: string;
}

const shownAtFirst = 4;

export function ProStudents({ query }: { query: Asked<readonly HomeStudent[]> }) {
  return (
    <ProPart
      title="professionals.home.students"
      query={query}
      rows={3}
      isEmpty={(students) => students.length === 0}
      empty="professionals.home.students_empty"
      end={
        <Link to="/pro/boat">
          <FormattedMessage id="professionals.home.boat" />
        </Link>
      }
    >
      {(students) => (
        <Rows>
          {students.slice(0, shownAtFirst).map(({ key, name, course, share, shareText, next }) => (
            <ProRow
              key={key}
              to="/pro/class"
              start={<Ring share={share} text={shareText} />}
              title={<bdi>{name}</bdi>}
              text={
                <>
                  <bdi>{course}</bdi> · {next}
                </>
              }
            />
          ))}
          <ProRow
            to="/pro/class"
            title={<FormattedMessage id="professionals.home.board" values={{ count: students.length }} />}
          />
        </Rows>
      )}
    </ProPart>
  );
}
