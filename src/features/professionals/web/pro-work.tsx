import { ClipboardList, Waves } from 'lucide-react';
import { FormattedDate, FormattedMessage } from 'react-intl';
import { Disc, Rows } from '../../../ui/row.tsx';
import { type Asked, ProPart, ProRow } from './pro-part.tsx';

const shownAtFirst = 3;

export interface HomeDive {
  id: string;
  diver: string;
  title: string;
  /** As ISO writes a day. */
  date: string;
}

/** Dives that only this professional can verify. */
export function ProDives({ query }: { query: Asked<readonly HomeDive[]> }) {
  return (
    <ProPart
      title="professionals.home.dives"
      query={query}
      isEmpty={(dives) => dives.length === 0}
      empty="professionals.home.dives_empty"
    >
      {(dives) => (
        <Rows>
          {dives.slice(0, shownAtFirst).map(({ id, diver, title, date }) => (
            <ProRow
              key={id}
              to="/logbook/verification"
              start={
                <Disc tone="coral">
                  <Waves size={20} />
                </Disc>
              }
              title={<bdi>{diver}</bdi>}
              text={
                <>
                  <bdi>{title}</bdi> ·{' '}
                  <FormattedDate value={`${date}T12:00`} day="numeric" month="short" year="numeric" />
                </>
              }
            />
          ))}
          {dives.length > shownAtFirst && (
            <ProRow
              to="/logbook/verification"
              title={<FormattedMessage id="professionals.home.all_dives" values={{ count: dives.length }} />}
            />
          )}
        </Rows>
      )}
    </ProPart>
  );
}

export interface HomeApplication {
  id: number;
  applicant: string;
  type: string;
  /** Since when it waits. */
  since: string;
}
interface ApplicationsProps {
  query: Asked<{ total: number; items: readonly HomeApplication[] }>;
  /** A store reads them; its instructors decide. */
  isStore: boolean;
}

export function ProApplications({ query, isStore }: ApplicationsProps) {
  return (
    <ProPart
      title={isStore ? 'professionals.home.store_applications' : 'professionals.home.applications'}
      query={query}
      rows={1}
      isEmpty={({ total }) => total === 0}
      empty="professionals.home.applications_empty"
    >
      {({ total, items }) => (
        <Rows>
          {items.slice(0, shownAtFirst).map(({ id, applicant, type, since }) => (
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
                    values={{ date: <FormattedDate value={since} day="numeric" month="short" /> }}
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
    </ProPart>
  );
}
