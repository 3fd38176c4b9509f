import { FormattedDate, FormattedMessage, useIntl } from 'react-intl';
import { joinFacts } from '#platform/web/i18n/join-facts.ts';
import { formatMoney, type Money } from '#platform/web/i18n/format-money.ts';
import { DeskTable, type DeskColumn } from '#ui/lists/desk-table.tsx';
import type { DeskOrderRow } from './queries.ts';
import { OrderStateChip } from '#features/shop/web/order-state-chip.tsx';

const columns: readonly DeskColumn<DeskOrderRow>[] = [
  {
    id: 'number',
    title: <FormattedMessage id="shop.desk.column.number" />,
    cell: ({ number }) => <bdi className="num">{number}</bdi>,
  },
  {
    id: 'buyer',
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
    title: <FormattedMessage id="shop.desk.column.what" />,
    cell: ({ names, itemCount }) => <OrderItems names={names} count={itemCount} />,
  },
  {
    id: 'date',
    title: <FormattedMessage id="shop.desk.column.date" />,
    cell: ({ createdDate }) => (
      <time dateTime={createdDate}>
        <FormattedDate value={createdDate} day="numeric" month="short" hour="numeric" minute="2-digit" />
      </time>
    ),
  },
  {
    id: 'state',
    title: <FormattedMessage id="shop.desk.column.state" />,
    cell: (row) => <OrderStateChip order={row} />,
  },
  {
    id: 'total',
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
    />
  );
}

/** The count is shown only when it differs from the number of names. */
function OrderItems({ names, count }: { names: readonly string[]; count: number }) {
  const list = <bdi>{joinFacts(...names)}</bdi>;
  return (
    <span className="desk-what">
      {count > names.length ? <FormattedMessage id="shop.desk.what" values={{ names: list, count }} /> : list}
    </span>
  );
}

function Total(money: Money) {
  return <b className="num">{formatMoney(useIntl(), money)}</b>;
}
