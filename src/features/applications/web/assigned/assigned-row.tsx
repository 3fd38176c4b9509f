import { FormattedMessage, useIntl } from 'react-intl';
import { coveringLink } from '#ui/lists/row-classes.ts';
import { Link, useLocation } from 'react-router';
import { formatDay } from '#platform/shared/format-day.ts';
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
    <li
      data-part="application"
      className="grid relative [grid-template:'who_state'_'checks_checks'_'waits_waits'_/_minmax(0,1fr)_fit-content(50%)] gap-y-2 gap-x-3 items-start py-3 px-4 not-first:border-t not-first:border-line lg:[grid-template:'who_checks_state_waits'_/_minmax(0,5fr)_minmax(0,6fr)_176px_128px] lg:gap-4 lg:items-center hover:bg-hover"
    >
      <span className="[grid-area:who] min-w-0 wrap-anywhere">
        <Link className={coveringLink} to={applicationPath(id)} state={{ from: pathname + search }}>
          <bdi>{applicantName}</bdi>
        </Link>
        <span className="block text-sm text-ink-2">
          {levelName(intl, row)}
          {other !== null && (
            <>
              {'\u00a0· '}
              <bdi>{other}</bdi>
            </>
          )}
        </span>
      </span>
      <span className="flex text-sm [grid-area:checks] flex-wrap gap-y-1 gap-x-3 items-center min-w-0 lg:grid lg:justify-items-start">
        <RequirementChecks row={row} />
      </span>
      <span className="[grid-area:state]">
        <StateChip state={state} />
      </span>
      <span className="text-sm [grid-area:waits] tabular-nums text-ink-2 lg:text-end">
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
  const isFinished = getTurn(state) === null;
  return (
    <>
      <CheckDots
        checks={met}
        label={intl.formatMessage(
          { id: 'applications.assigned.checks' },
          { met: met.length - open.length, all: met.length },
        )}
      />
      {!isFinished && (
        <span className={first === null ? 'text-ink-3' : 'text-coral'}>
          {first ?? <FormattedMessage id="applications.assigned.nothing_open" />}
          {others > 0 && (
            <span className="text-ink-3">
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
  if (getTurn(state) === null) return <time dateTime={stateDate}>{formatDay(intl, stateDate, 'medium')}</time>;
  const { value, unit } = getWaitingTime(stateDate, now);
  return (
    <time dateTime={stateDate}>
      <FormattedMessage id="applications.assigned.waits" values={{ time: intl.formatRelativeTime(-value, unit) }} />
    </time>
  );
}
