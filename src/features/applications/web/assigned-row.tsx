import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useLocation } from 'react-router';
import { waitingTime } from '../../../platform/web/waiting-time.ts';
import { CheckDots } from '../../../ui/check-dots.tsx';
import type { ApplicationRow } from '../shared/application.ts';
import { turnOf } from '../shared/steps.ts';
import { firstOpenPoint, levelName } from '../shared/words.ts';
import { applicationPath } from './paths.ts';
import { StateChip } from './state-chip.tsx';

/** One application: who and for what, where it stands, what is open first, and how long it waits. */
export function AssignedRow({ row, isStore, now }: { row: ApplicationRow; isStore: boolean; now: Date }) {
  const intl = useIntl();
  const { pathname, search } = useLocation();
  const { id, state, applicantName, storeName, instructorName } = row;
  const other = isStore ? instructorName : storeName;
  return (
    <li className="assigned-row">
      <span className="applicant">
        <Link to={applicationPath(id)} state={{ from: pathname + search }}>
          <bdi>{applicantName}</bdi>
        </Link>
        <span>
          {levelName(intl, row)}
          {other !== null && (
            <>
              {' · '}
              <bdi>{other}</bdi>
            </>
          )}
        </span>
      </span>
      <span className="checks">
        <Checks row={row} />
      </span>
      <span className="state">
        <StateChip state={state} />
      </span>
      <span className="waits">
        <Waits row={row} now={now} />
      </span>
    </li>
  );
}

function Checks({ row }: { row: ApplicationRow }) {
  const intl = useIntl();
  const { met, open, state } = row;
  const first = firstOpenPoint(intl, row);
  const others = open.length - 1;
  const isOver = turnOf(state) === null;
  return (
    <>
      <CheckDots
        checks={met}
        label={intl.formatMessage(
          { id: 'applications.assigned.checks' },
          { met: met.length - open.length, all: met.length },
        )}
      />
      {!isOver && (
        <span className={first === null ? 'none' : 'open'}>
          {first ?? <FormattedMessage id="applications.assigned.nothing_open" />}
          {others > 0 && (
            <span className="more">
              {' '}
              <FormattedMessage id="applications.assigned.and_more" values={{ count: others }} />
            </span>
          )}
        </span>
      )}
    </>
  );
}

function Waits({ row: { state, stateDate }, now }: { row: ApplicationRow; now: Date }) {
  const intl = useIntl();
  if (turnOf(state) === null)
    return <time dateTime={stateDate}>{intl.formatDate(stateDate, { dateStyle: 'medium' })}</time>;
  const { value, unit } = waitingTime(stateDate, now);
  return (
    <time dateTime={stateDate}>
      <FormattedMessage
        id="applications.assigned.waits"
        values={{ time: intl.formatNumber(value, { style: 'unit', unit, unitDisplay: 'long' }) }}
      />
    </time>
  );
}
