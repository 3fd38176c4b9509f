import './boat.css';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatDay } from '#platform/shared/format-day.ts';
import type { BoatPerson } from './boat-people.ts';
import type { Trip } from './use-trip.ts';
import type { MessageId } from '#platform/shared/message-id.ts';

/** Returns the certification level as text; null if there is none. */
export type LevelName = (levelIDs: readonly number[]) => ReactNode;

const columns = ['name', 'age', 'level', 'medical', 'forms', 'emergency', 'signature'] as const;
const widths: Partial<Record<(typeof columns)[number], string>> = {
  name: 'boat-name',
  emergency: 'boat-blank',
  signature: 'boat-blank',
};
const blank = '\u00A0';

interface BoatSheetProps {
  trip: Trip;
  people: readonly BoatPerson[];
  levelName: LevelName;
}

/** Shows of a person's health only whether they may dive, because the list is printed. */
export function BoatSheet({ trip: { day, site, boat }, people, levelName }: BoatSheetProps) {
  const intl = useIntl();
  const diving = people.filter(({ blockedBy }) => blockedBy === null);
  const dry = people.filter(({ blockedBy }) => blockedBy !== null);
  return (
    <section className="boat-sheet" aria-label={intl.formatMessage({ id: 'professionals.boat.title' })}>
      <div className="boat-title">
        <h2>
          <FormattedMessage id="professionals.boat.title" />
        </h2>
        <dl>
          <div>
            <dt>
              <FormattedMessage id="professionals.boat.day" />
            </dt>
            <dd>{day !== '' && formatDay(intl, day, 'full')}</dd>
          </div>
          <div>
            <dt>
              <FormattedMessage id="professionals.boat.site" />
            </dt>
            <dd>
              <bdi>{site}</bdi>
            </dd>
          </div>
          <div>
            <dt>
              <FormattedMessage id="professionals.boat.boat" />
            </dt>
            <dd>
              <bdi>{boat}</bdi>
            </dd>
          </div>
          <div>
            <dt>
              <FormattedMessage id="professionals.boat.divers" />
            </dt>
            <dd className="num">{intl.formatNumber(diving.length)}</dd>
          </div>
        </dl>
      </div>
      {dry.length > 0 && (
        <div className="boat-dry">
          <h3>
            <FormattedMessage id="professionals.boat.must_not" values={{ count: dry.length }} />
          </h3>
          <ul>
            {dry.map(({ key, name, blockedBy }) => (
              <li key={key}>
                <bdi>{name}</bdi>: <FormattedMessage id={`professionals.boat.kept.${blockedBy}` as MessageId} />
              </li>
            ))}
          </ul>
        </div>
      )}
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={widths[column]}>
                <FormattedMessage id={`professionals.boat.column.${column}`} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {diving.map((person) => (
            <tr key={person.key}>
              <th scope="row">
                <bdi>{person.name}</bdi>
              </th>
              <td className="num">{person.age ?? '–'}</td>
              <td>
                {person.kind === 'guest' ? (
                  <FormattedMessage id="professionals.boat.guest" />
                ) : (
                  (levelName(person.levelIDs) ?? <FormattedMessage id="professionals.boat.student" />)
                )}
              </td>
              <td>
                {person.medicalUntil === null ? (
                  <FormattedMessage id="professionals.boat.ok" />
                ) : (
                  <FormattedMessage
                    id="professionals.boat.ok_until"
                    values={{
                      date: formatDay(intl, person.medicalUntil, 'medium'),
                    }}
                  />
                )}
              </td>
              <td>
                <FormattedMessage id="professionals.boat.ok" />
              </td>
              {/* Empty cells to write on. */}
              <td className="boat-blank">{blank}</td>
              <td className="boat-blank">{blank}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {diving.length === 0 && (
        <p className="boat-nobody">
          <FormattedMessage id="professionals.boat.nobody" />
        </p>
      )}
    </section>
  );
}
