import { FormattedDate, FormattedMessage, useIntl } from 'react-intl';
import { Chip } from '#ui/display/chip.tsx';
import { DeskTable, type DeskColumn } from '#ui/lists/desk-table.tsx';
import type { FormRecord } from '#features/forms/shared/contract.ts';
import { formatPlainDate } from '#features/forms/web/format-date.ts';
import { RecordStatus } from '#features/forms/web/record/record-status.tsx';

const columns: readonly DeskColumn<FormRecord>[] = [
  {
    id: 'diver',
    title: <FormattedMessage id="forms.received.column.diver" />,
    isRowHeader: true,
    cell: ({ diverName }) => (
      <b>
        <bdi>{diverName}</bdi>
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
    cell: ({ isMinor }) =>
      isMinor && (
        <Chip>
          <FormattedMessage id="forms.received.minor" />
        </Chip>
      ),
  },
  {
    id: 'form',
    title: <FormattedMessage id="forms.received.column.form" />,
    cell: ({ name }) => <bdi>{name}</bdi>,
  },
  {
    id: 'status',
    title: <FormattedMessage id="forms.received.column.status" />,
    cell: (record) => <RecordStatus record={record} />,
  },
  {
    id: 'physician',
    title: <FormattedMessage id="forms.received.column.physician" />,
    cell: (record) => <PhysicianCell record={record} />,
  },
  {
    id: 'signed',
    title: <FormattedMessage id="forms.received.column.signed" />,
    cell: ({ createdDate }) => <FormattedDate value={createdDate} day="numeric" month="short" year="numeric" />,
  },
  {
    id: 'until',
    title: <FormattedMessage id="forms.received.column.until" />,
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
    <span className={medicalStatus === 'review' ? 'text-coral' : undefined}>
      <FormattedMessage id={`forms.received.physician.${medicalStatus === 'review' ? 'page_review' : medicalStatus}`} />
    </span>
  );
}

function ValidUntilCell({ record: { validUntil } }: { record: FormRecord }) {
  return formatPlainDate(useIntl(), validUntil);
}
