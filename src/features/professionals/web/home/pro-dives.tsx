import { Waves } from 'lucide-react';
import { FormattedDate, FormattedMessage } from 'react-intl';
import { Disc, Rows } from '#ui/lists/row.tsx';
import type { QueryState } from '#platform/web/client/query-state.ts';
import { ProSection, ProRow } from './pro-section.tsx';

const initialCount = 3;

export interface HomeDive {
  id: string;
  diver: string;
  title: string;
  /** An ISO date. */
  date: string;
}

/** Dives that only this professional can verify. */
export function ProDives({ query }: { query: QueryState<readonly HomeDive[]> }) {
  return (
    <ProSection
      title="professionals.home.dives"
      query={query}
      isEmpty={(dives) => dives.length === 0}
      empty="professionals.home.dives_empty"
    >
      {(dives) => (
        <Rows>
          {dives.slice(0, initialCount).map(({ id, diver, title, date }) => (
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
          {dives.length > initialCount && (
            <ProRow
              to="/logbook/verification"
              title={<FormattedMessage id="professionals.home.all_dives" values={{ count: dives.length }} />}
            />
          )}
        </Rows>
      )}
    </ProSection>
  );
}
