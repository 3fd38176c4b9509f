import { Waves } from '#ui/icons/icons.ts';
import { FormattedMessage } from 'react-intl';
import { FormattedDay } from '#platform/web/i18n/formatted-day.tsx';
import { Disc, Rows } from '#ui/lists/row.tsx';
import type { QueryState } from '#platform/web/client/query-state.ts';
import { ProSection, ProRow } from './pro-section.tsx';

export interface HomeDive {
  id: string;
  diver: string;
  title: string;
  /** An ISO date. */
  date: string;
}

/** Dives that only this professional can verify. `items` are the first of them. */
export function ProDives({ query }: { query: QueryState<{ total: number; items: readonly HomeDive[] }> }) {
  return (
    <ProSection
      title="professionals.home.dives"
      query={query}
      isEmpty={({ total }) => total === 0}
      empty="professionals.home.dives_empty"
    >
      {({ total, items }) => (
        <Rows>
          {items.map(({ id, diver, title, date }) => (
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
                  <bdi>{title}</bdi> · <FormattedDay value={date} />
                </>
              }
            />
          ))}
          {total > items.length && (
            <ProRow
              to="/logbook/verification"
              title={<FormattedMessage id="professionals.home.all_dives" values={{ count: total }} />}
            />
          )}
        </Rows>
      )}
    </ProSection>
  );
}
