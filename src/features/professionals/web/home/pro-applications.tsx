import { ClipboardList } from '#ui/icons/icons.ts';
import { FormattedMessage } from 'react-intl';
import { FormattedDay } from '#platform/web/i18n/formatted-day.tsx';
import { Disc, Rows } from '#ui/lists/row.tsx';
import type { QueryState } from '#platform/web/client/query-state.ts';
import { ProSection, ProRow } from './pro-section.tsx';

const initialCount = 3;

export interface HomeApplication {
  id: number;
  applicant: string;
  type: string;
  /** The time of the submission. */
  since: string;
}
interface ProApplicationsProps {
  query: QueryState<{ total: number; items: readonly HomeApplication[] }>;
  /** A store can read them; its instructors decide. */
  isStore: boolean;
}

export function ProApplications({ query, isStore }: ProApplicationsProps) {
  return (
    <ProSection
      title={isStore ? 'professionals.home.store_applications' : 'professionals.home.applications'}
      query={query}
      rows={1}
      isEmpty={({ total }) => total === 0}
      empty="professionals.home.applications_empty"
    >
      {({ total, items }) => (
        <Rows>
          {items.slice(0, initialCount).map(({ id, applicant, type, since }) => (
            <ProRow
              key={id}
              to={`/applications/${id}`}
              start={
                <Disc {...(!isStore && { tone: 'coral' })}>
                  <ClipboardList size={20} />
                </Disc>
              }
              title={<bdi>{applicant}</bdi>}
              text={
                <>
                  <bdi>{type}</bdi> ·{' '}
                  <FormattedMessage
                    id="professionals.home.since"
                    values={{ date: <FormattedDay value={since} format="short" /> }}
                  />
                </>
              }
            />
          ))}
          <ProRow
            to="/pro/applications"
            title={<FormattedMessage id="professionals.home.all_applications" values={{ count: total }} />}
          />
        </Rows>
      )}
    </ProSection>
  );
}
