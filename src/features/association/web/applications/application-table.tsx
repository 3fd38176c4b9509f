import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { CheckDots } from '#ui/feedback/check-dots.tsx';
import { DeskTable, type DeskColumn } from '#ui/lists/desk-table.tsx';
import type { ApplicationRow } from '#features/applications/shared/application.ts';
import type { DeskQueue } from '#features/applications/shared/contract.ts';
import { formatDay, levelName, stateName } from '#features/applications/shared/labels.ts';
import { daysSince, formatOpenRequirement, getWaitingTone } from './application-format.ts';

interface ApplicationTableProps {
  queue: DeskQueue;
  rows: readonly ApplicationRow[];
  now: Date;
  selected: number | null | undefined;
  onSelect: (id: number) => void;
  onOpen: (id: number) => void;
}

type Column = DeskColumn<ApplicationRow>;

export function ApplicationTable({ queue, rows, now, selected, onSelect, onOpen }: ApplicationTableProps) {
  const intl = useIntl();
  return (
    <DeskTable
      label={intl.formatMessage({ id: `association.applications.title.${queue}` })}
      columns={getColumns(intl, queue, now)}
      items={rows}
      getId={({ id }) => String(id)}
      {...(selected !== undefined && {
        selected: selected === null ? null : String(selected),
        onSelect: (id) => onSelect(Number(id)),
      })}
      onOpen={(id) => onOpen(Number(id))}
    />
  );
}

function getColumns(intl: IntlShape, queue: DeskQueue, now: Date): Column[] {
  const title = (id: string) => intl.formatMessage({ id: `association.column.${id}` });
  const numbered = (name: string | null, number: number | null) => (
    <span className="numbered">
      <bdi>{name}</bdi> <span>{number}</span>
    </span>
  );
  const column = (id: string, cell: Column['cell'], more: Partial<Column> = {}): Column => ({
    id,
    title: title(id),
    className: `c-${id}`,
    cell,
    ...more,
  });
  const name = column(
    'applicant',
    (row) => (
      <>
        <b>
          <bdi>{row.applicantName}</bdi>
        </b>
        {/* Phones have no columns for these. */}
        <span className="only-phone who-line">
          {[
            row.storeName && `${row.storeName} ${row.storeNumber ?? ''}`,
            `${row.instructorName ?? ''} ${row.memberNumber ?? ''}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </>
    ),
    { isRowHeader: true },
  );
  const number = column('number', ({ applicantId }) => applicantId);
  const level = column('level', (row) => levelName(intl, row));
  const instructor = column('instructor', (row) => numbered(row.instructorName, row.memberNumber));
  const store = column('store', (row) => numbered(row.storeName, row.storeNumber));
  const checks = column('checks', (row) => <Checks row={row} />);
  const open = column('open', (row) => <OpenRequirement row={row} now={now} />);
  const waiting = column(
    'waiting',
    ({ stateDate }) => <WaitingCell since={stateDate} now={now} isDue={queue === 'waiting'} />,
    {
      isEnd: true,
      title: title(queue === 'waiting' ? 'waiting' : 'since'),
    },
  );
  const state = column('state', (row) => stateName(intl, row.state));
  const decided = column('decided', ({ stateDate }) => formatDay(intl, stateDate), { isEnd: true });
  if (queue === 'payment') return [name, number, level, instructor, store, waiting];
  if (queue === 'done') return [name, number, level, instructor, store, state, decided];
  return [name, number, instructor, store, checks, open, waiting];
}

function Checks({ row: { met, open } }: { row: ApplicationRow }) {
  const intl = useIntl();
  return (
    <CheckDots
      checks={met}
      label={intl.formatMessage(
        { id: 'association.applications.checks' },
        { met: met.length - open.length, all: met.length },
      )}
    />
  );
}

/** Shows the first open requirement; the dots show how many there are. */
function OpenRequirement({
  row: {
    open: [open],
  },
  now,
}: {
  row: ApplicationRow;
  now: Date;
}) {
  const intl = useIntl();
  if (open === undefined)
    return (
      <span className="text-ink-3">
        <FormattedMessage id="association.applications.nothing_open" />
      </span>
    );
  return <span className="coral">{formatOpenRequirement(intl, open, now)}</span>;
}

function WaitingCell({ since, now, isDue }: { since: string; now: Date; isDue: boolean }) {
  const days = daysSince(since, now);
  return (
    <time dateTime={since} className={isDue ? getWaitingTone(days) : undefined}>
      <FormattedMessage id="association.applications.days" values={{ days }} />
    </time>
  );
}
