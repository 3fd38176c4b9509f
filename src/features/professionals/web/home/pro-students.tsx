import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { ProgressRing } from '#ui/feedback/progress-ring.tsx';
import { Rows } from '#ui/lists/row.tsx';
import type { QueryState } from '#platform/web/client/query-state.ts';
import { ProSection, ProRow } from './pro-section.tsx';

export interface HomeStudent {
  key: string;
  name: string;
  course: string;
  share: number;
  shareText: string;
  /** The first obstacle, or that there is none. */
  next: string;
}

/** `items` are the latest students. */
export function ProStudents({ query }: { query: QueryState<{ total: number; items: readonly HomeStudent[] }> }) {
  return (
    <ProSection
      title="professionals.home.students"
      query={query}
      rows={3}
      isEmpty={({ total }) => total === 0}
      empty="professionals.home.students_empty"
      end={
        <Link to="/pro/boat">
          <FormattedMessage id="professionals.home.boat" />
        </Link>
      }
    >
      {({ total, items }) => (
        <Rows>
          {items.map(({ key, name, course, share, shareText, next }) => (
            <ProRow
              key={key}
              to="/pro/class"
              start={<ProgressRing share={share} text={shareText} />}
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
            title={<FormattedMessage id="professionals.home.board" values={{ count: total }} />}
          />
        </Rows>
      )}
    </ProSection>
  );
}
