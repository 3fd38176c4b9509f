import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import type { MessageIdEnd } from '#platform/shared/message-id.ts';
import { CheckDots } from '#ui/feedback/check-dots.tsx';
import { DeskTable, openRow, type DeskColumn } from '#ui/lists/desk-table.tsx';
import { clsx } from 'clsx';
import type { ApplicationRow } from '#features/applications/shared/application.ts';
import type { DeskQueue } from '#features/applications/shared/contract.ts';
import { formatUtcDay, levelName, stateName } from '#features/applications/shared/labels.ts';
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

/** On phones a row shows the name beside waiting time and checks, and below it the first open requirement. */
const row = clsx(
  openRow,
  "max-lg:grid max-lg:[grid-template:'name_waiting'_'name_checks'_'open_open'_/_minmax(0,1fr)_auto]",
  'max-lg:items-center max-lg:gap-x-3 max-lg:gap-y-0.5 max-lg:border-b max-lg:border-line max-lg:px-gutter max-lg:py-3',
);
const tableCell =
  'max-lg:h-auto max-lg:min-w-0 max-lg:border-0 max-lg:p-0 max-lg:first:ps-0 max-lg:last:pe-0 max-lg:whitespace-normal';
const end = 'max-lg:block max-lg:text-end';
const since = 'max-lg:text-(length:--t-sm) max-lg:text-ink-3 max-lg:[grid-area:waiting]';
const cells: Readonly<Record<string, string>> = {
  applicant: 'lg:w-[19%] lg:whitespace-normal max-lg:block max-lg:[grid-area:name]',
  number: 'lg:w-17 lg:px-2 max-lg:hidden',
  level: 'lg:w-27 lg:px-2 lg:wrap-anywhere lg:whitespace-normal max-lg:hidden',
  instructor: 'lg:px-2 lg:whitespace-normal max-lg:hidden',
  store: 'lg:px-2 lg:whitespace-normal max-lg:hidden',
  checks: clsx('lg:w-25.25 lg:px-2 max-lg:[grid-area:checks]', end),
  open: 'lg:w-35 lg:px-2 lg:whitespace-normal max-lg:hidden max-lg:[grid-area:open] max-lg:has-[.text-coral]:block',
  waiting: clsx('lg:w-20 lg:wrap-anywhere lg:whitespace-normal', end, since),
  state: clsx('lg:w-25 lg:px-2 max-lg:[grid-area:checks]', end),
  decided: clsx('lg:w-28', end, since),
};
const waitingTones = { due: 'font-strong text-ink', late: 'font-strong text-coral' };

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
      className="lg:table-fixed"
      rowClassName={row}
    />
  );
}

function getColumns(intl: IntlShape, queue: DeskQueue, now: Date): Column[] {
  const title = (id: MessageIdEnd<'association.column.'>) => intl.formatMessage({ id: `association.column.${id}` });
  const numbered = (name: string | null, number: number | null) => (
    <>
      <bdi className="wrap-anywhere">{name}</bdi> <span className="whitespace-nowrap">{number}</span>
    </>
  );
  const column = (
    id: MessageIdEnd<'association.column.'>,
    cell: Column['cell'],
    more: Partial<Column> = {},
  ): Column => ({
    id,
    title: title(id),
    className: clsx(tableCell, cells[id]),
    cell,
    ...more,
  });
  const name = column(
    'applicant',
    (row) => (
      <>
        <b className="max-lg:text-md">
          {/* Clerks decide by the name, so a long one is never truncated. */}
          <bdi className="wrap-anywhere">{row.applicantName}</bdi>
        </b>
        {/* Phones have no columns for these. */}
        <span className="only-phone max-lg:block max-lg:text-ink-2">
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
  const decided = column('decided', ({ stateDate }) => formatUtcDay(intl, stateDate), { isEnd: true });
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
  return <span className="text-coral">{formatOpenRequirement(intl, open, now)}</span>;
}

function WaitingCell({ since, now, isDue }: { since: string; now: Date; isDue: boolean }) {
  const days = daysSince(since, now);
  const tone = isDue ? getWaitingTone(days) : undefined;
  return (
    <time dateTime={since} className={tone && waitingTones[tone]}>
      <FormattedMessage id="association.applications.days" values={{ days }} />
    </time>
  );
}
