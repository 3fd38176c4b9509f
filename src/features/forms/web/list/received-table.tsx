import { clsx } from 'clsx';
import { FormattedMessage, useIntl } from 'react-intl';
import { FormattedDay } from '#platform/web/i18n/formatted-day.tsx';
import { Chip } from '#ui/display/chip.tsx';
import { DeskTable, openRow, type DeskColumn } from '#ui/lists/desk-table.tsx';
import type { FormRecord } from '#features/forms/shared/contract.ts';
import { formatDay } from '#platform/shared/format-day.ts';
import { RecordStatus } from '#features/forms/web/record/record-status.tsx';

/** On phones a row shows the diver and status, the form, then the dates. */
const row = clsx(
  openRow,
  'lg:[&>td]:overflow-hidden lg:[&>td]:text-ellipsis',
  "max-lg:grid max-lg:[grid-template:'diver_status'_'form_minor'_'physician_physician'_'signed_until'_/_minmax(0,1fr)_auto]",
  'max-lg:items-center max-lg:gap-x-3 max-lg:gap-y-1 max-lg:px-4 max-lg:py-3 max-lg:border-b max-lg:border-line',
);
const tableCell =
  'max-lg:block max-lg:empty:hidden max-lg:h-auto max-lg:min-w-0 max-lg:border-0 max-lg:p-0 max-lg:first:ps-0 max-lg:last:pe-0 max-lg:whitespace-normal max-lg:wrap-anywhere';
const tableChip = 'lg:max-w-full lg:[&>.num]:overflow-hidden lg:[&>.num]:text-ellipsis';

const columns: readonly DeskColumn<FormRecord>[] = [
  {
    id: 'diver',
    title: <FormattedMessage id="forms.received.column.diver" />,
    className: clsx(tableCell, 'max-lg:[grid-area:diver]'),
    isRowHeader: true,
    cell: ({ diverName }) => (
      <b>
        <bdi className="lg:wrap-anywhere lg:whitespace-normal">{diverName}</bdi>
      </b>
    ),
  },
  {
    id: 'minor',
    title: (
      <span className="vh">
        <FormattedMessage id="forms.received.column.minor" />
      </span>
    ),
    className: clsx(tableCell, 'lg:w-22 max-lg:[grid-area:minor] max-lg:justify-self-end'),
    cell: ({ isMinor }) =>
      isMinor && (
        <Chip className={tableChip}>
          <FormattedMessage id="forms.received.minor" />
        </Chip>
      ),
  },
  {
    id: 'form',
    title: <FormattedMessage id="forms.received.column.form" />,
    className: clsx(tableCell, 'max-lg:[grid-area:form]'),
    cell: ({ name }) => <bdi>{name}</bdi>,
  },
  {
    id: 'status',
    title: <FormattedMessage id="forms.received.column.status" />,
    className: clsx(tableCell, 'lg:w-44 max-lg:[grid-area:status]'),
    cell: (record) => <RecordStatus record={record} className={tableChip} />,
  },
  {
    id: 'physician',
    title: <FormattedMessage id="forms.received.column.physician" />,
    className: clsx(tableCell, 'lg:w-44 max-lg:[grid-area:physician]'),
    cell: (record) => <PhysicianCell record={record} />,
  },
  {
    id: 'signed',
    title: <FormattedMessage id="forms.received.column.signed" />,
    className: clsx(tableCell, 'lg:w-28 max-lg:[grid-area:signed]'),
    cell: ({ createdDate }) => (
      <span className="text-ink-2">
        <FormattedDay value={createdDate} />
      </span>
    ),
  },
  {
    id: 'until',
    title: <FormattedMessage id="forms.received.column.until" />,
    className: clsx(tableCell, 'lg:w-28 max-lg:[grid-area:until] max-lg:text-end'),
    cell: (record) => <ValidUntilCell record={record} />,
  },
];

/** A table on a desktop, cards on a phone; a row opens its form. */
export function ReceivedTable({ rows, onOpen }: { rows: readonly FormRecord[]; onOpen: (id: string) => void }) {
  const intl = useIntl();
  return (
    <DeskTable
      label={intl.formatMessage({ id: 'forms.list.tab.received' })}
      items={rows}
      getId={({ id }) => id}
      onOpen={onOpen}
      columns={columns}
      className="lg:table-fixed"
      rowClassName={row}
    />
  );
}

/** A short text, because the status chip shows the rest. Pages to review are highlighted. */
function PhysicianCell({
  record: { medicalStatus, isConfirmationPending, isValid, replacedBy },
}: {
  record: FormRecord;
}) {
  if (isConfirmationPending && isValid && replacedBy === null)
    return (
      <span className="text-coral">
        <FormattedMessage id="forms.received.physician.pending" />
      </span>
    );
  if (medicalStatus === 'none' || medicalStatus === 'clear' || !isValid || replacedBy !== null) return null;
  return (
    <span className={medicalStatus === 'review' ? 'text-coral' : 'text-ink-2'}>
      <FormattedMessage id={`forms.received.physician.${medicalStatus === 'review' ? 'page_review' : medicalStatus}`} />
    </span>
  );
}

function ValidUntilCell({ record: { validUntil } }: { record: FormRecord }) {
  return <span className="text-ink-2">{formatDay(useIntl(), validUntil, 'medium')}</span>;
}
