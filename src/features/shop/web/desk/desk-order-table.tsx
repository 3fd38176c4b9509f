import { FormattedMessage, useIntl } from 'react-intl';
import { joinFacts } from '#platform/web/i18n/join-facts.ts';
import { formatMoney, type Money } from '#platform/web/i18n/format-money.ts';
import { DeskTable, openRow, type DeskColumn } from '#ui/lists/desk-table.tsx';
import { clsx } from 'clsx';
import { FormattedDay } from '#platform/web/i18n/formatted-day.tsx';
import type { DeskOrderRow } from './queries.ts';
import { OrderStateChip } from '#features/shop/web/order-state-chip.tsx';

/** On phones a row shows buyer and total, items and state, then number and date. */
const cell =
  'max-lg:block max-lg:h-auto max-lg:min-w-0 max-lg:border-0 max-lg:p-0 max-lg:first:ps-0 max-lg:last:pe-0 max-lg:whitespace-normal';
const row = clsx(
  openRow,
  "max-lg:grid max-lg:[grid-template:'buyer_total'_'what_state'_'number_date'_/_minmax(0,1fr)_auto]",
  'max-lg:items-center max-lg:gap-x-3 max-lg:gap-y-1 max-lg:border-b max-lg:border-line max-lg:px-4 max-lg:py-3',
);
const ellipsis = 'lg:block lg:overflow-x-clip lg:text-ellipsis';

const columns: readonly DeskColumn<DeskOrderRow>[] = [
  {
    id: 'number',
    className: `lg:w-21 max-lg:text-ink-3 max-lg:[grid-area:number] ${cell}`,
    title: <FormattedMessage id="shop.desk.column.number" />,
    cell: ({ number }) => <bdi className="num">{number}</bdi>,
  },
  {
    id: 'buyer',
    // A long name is never truncated, because clerks decide by it.
    className: `wrap-anywhere lg:w-[22%] lg:whitespace-normal max-lg:[grid-area:buyer] ${cell}`,
    title: <FormattedMessage id="shop.desk.column.buyer" />,
    isRowHeader: true,
    cell: ({ buyer }) => (
      <b>
        <bdi>{buyer}</bdi>
      </b>
    ),
  },
  {
    id: 'what',
    className: `max-lg:[grid-area:what] ${cell}`,
    title: <FormattedMessage id="shop.desk.column.what" />,
    cell: ({ names, itemCount }) => <OrderItems names={names} count={itemCount} />,
  },
  {
    id: 'date',
    className: `lg:w-37 max-lg:text-end max-lg:text-ink-3 max-lg:[grid-area:date] ${cell}`,
    title: <FormattedMessage id="shop.desk.column.date" />,
    cell: ({ createdDate }) => (
      <time dateTime={createdDate}>
        <FormattedDay value={createdDate} format="short" />
      </time>
    ),
  },
  {
    id: 'state',
    className: `lg:w-37 lg:whitespace-normal max-lg:text-end max-lg:[grid-area:state] ${cell}`,
    title: <FormattedMessage id="shop.desk.column.state" />,
    cell: (row) => <OrderStateChip order={row} />,
  },
  {
    id: 'total',
    className: `lg:w-32 max-lg:[grid-area:total] ${cell}`,
    title: <FormattedMessage id="shop.desk.column.total" />,
    isEnd: true,
    cell: ({ totalMinor: minor, currency }) => <Total minor={minor} currency={currency} />,
  },
];

interface DeskOrderTableProps {
  rows: readonly DeskOrderRow[];
  onOpen: (orderId: string) => void;
}

export function DeskOrderTable({ rows, onOpen }: DeskOrderTableProps) {
  const intl = useIntl();
  return (
    <DeskTable
      label={intl.formatMessage({ id: 'shop.desk.title' })}
      items={rows}
      getId={({ orderId }) => orderId}
      onOpen={onOpen}
      columns={columns}
      className="lg:table-fixed"
      rowClassName={row}
    />
  );
}

/** The count is shown only when it differs from the number of names. */
function OrderItems({ names, count }: { names: readonly string[]; count: number }) {
  const list = <bdi>{joinFacts(...names)}</bdi>;
  return (
    <span className="block overflow-x-clip text-ellipsis text-ink-2">
      {count > names.length ? <FormattedMessage id="shop.desk.what" values={{ names: list, count }} /> : list}
    </span>
  );
}

function Total(money: Money) {
  return <b className={clsx('num', ellipsis)}>{formatMoney(useIntl(), money)}</b>;
}
