import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useLocation } from 'react-router';
import { getWaitingTime } from '#platform/web/i18n/waiting-time.ts';
import { CheckDots } from '#ui/feedback/check-dots.tsx';
import type { ApplicationRow } from '#features/applications/shared/application.ts';
import { getTurn } from '#features/applications/shared/steps.ts';
import { formatFirstOpenRequirement, levelName } from '#features/applications/shared/labels.ts';
import { applicationPath } from '#features/applications/web/paths.ts';
import { StateChip } from '#features/applications/web/state-chip.tsx';

/** One application with its applicant, level, status, first open requirement and waiting time. */
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
        <RequirementChecks row={row} />
      </span>
      <span className="state">
        <StateChip state={state} />
      </span>
      <span className="waits">
        <WaitingSince row={row} now={now} />
      </span>
    </li>
  );
}

function RequirementChecks({ row }: { row: ApplicationRow }) {
  const intl = useIntl();
  const { met, open, state } = row;
  const first = formatFirstOpenRequirement(intl, row);
  const others = open.length - 1;
  const isOver = getTurn(state) === null;
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

function WaitingSince({ row: { state, stateDate }, now }: { row: ApplicationRow; now: Date }) {
  const intl = useIntl();
  if (getTurn(state) === null)
    return <time dateTime={stateDate}>{intl.formatDate(stateDate, { dateStyle: 'medium' })}</time>;
  const { value, unit } = getWaitingTime(stateDate, now);
  return (
    <time dateTime={stateDate}>
      <FormattedMessage
        id="applications.assigned.waits"
        values={{ time: intl.formatNumber(value, { style: 'unit', unit, unitDisplay: 'long' }) }}
      />
    </time>
  );
}
