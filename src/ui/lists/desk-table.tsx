import type { ReactNode } from 'react';
import { Cell, Column, Row, Table, TableBody, TableHeader } from 'react-aria-components/Table';
import { clsx } from 'clsx';

export type DeskColumn<Item> = {
  id: string;
  title: ReactNode;
  cell: (item: Item) => ReactNode;
  /** Aligns the column to the end, for numbers. */
  isEnd?: boolean;
  /** The column that names the row for screen readers; exactly one is required. */
  isRowHeader?: boolean;
  /** The class of its cells and its header. */
  className?: string;
};

export type DeskTableProps<Item> = {
  label: string;
  columns: readonly DeskColumn<Item>[];
  items: readonly Item[];
  getId: (item: Item) => string;
  selected?: string | null;
  onSelect?: (id: string) => void;
  /** The item that is open beside the table, independent of the selection. */
  current?: string | null;
  /** Called on Enter or double click. */
  onOpen?: (id: string) => void;
  empty?: ReactNode;
  className?: string;
  rowClassName?: string;
};

/** The class of rows that open on a click. On phones rows are cards, laid out by their screen. */
export const openRow =
  'cursor-pointer outline-0 data-focus-visible:[outline:var(--focus-ring)] data-focus-visible:-outline-offset-3';

const headCell =
  'sticky top-0 z-1 bg-surface py-2 font-text whitespace-nowrap text-ink-3 shadow-[inset_0_-1px_0_var(--line)] focus-visible:-outline-offset-3';
const bodyCell =
  'h-[42px] border-b border-line whitespace-nowrap focus-visible:-outline-offset-3 [:where(&_b)]:text-(length:--t-sm)';
const currentCell =
  'bg-accent-soft first:shadow-[inset_calc(3px*var(--flow))_0_0_var(--accent)] forced-colors:first:border-s-6 forced-colors:first:border-s-[Highlight]';
const otherCell =
  'group-data-hovered/row:bg-hover group-aria-selected/row:bg-accent-soft group-aria-selected/row:first:shadow-[inset_calc(3px*var(--flow))_0_0_var(--accent)] forced-colors:group-aria-selected/row:first:border-s-6 forced-colors:group-aria-selected/row:first:border-s-[Highlight]';

/** The first and the last column have more space to the edge. */
const getPadding = (index: number, count: number) =>
  clsx(index === 0 ? 'ps-4' : 'ps-2.5', index === count - 1 ? 'pe-4' : 'pe-2.5');

/** A dense table for the desk with rows of 42 px, a sticky header and selection by arrow keys. */
export function DeskTable<Item>(props: DeskTableProps<Item>) {
  const { label, columns, items, getId, selected, onSelect, current, onOpen, empty, className, rowClassName } = props;
  return (
    <Table
      aria-label={label}
      className={clsx('w-full border-collapse text-xs tabular-nums max-lg:block', className)}
      selectionMode={onSelect ? 'single' : 'none'}
      selectionBehavior="replace"
      disallowEmptySelection
      {...(selected !== undefined && { selectedKeys: selected === null ? [] : [selected] })}
      {...(onSelect && {
        onSelectionChange: (keys) => {
          const [first] = keys === 'all' ? [] : keys;
          if (first !== undefined) onSelect(String(first));
        },
      })}
      {...(onOpen && { onRowAction: (key) => onOpen(String(key)) })}
    >
      <TableHeader className="max-lg:sr-only">
        {columns.map((column, index) => (
          <Column
            key={column.id}
            id={column.id}
            isRowHeader={column.isRowHeader ?? false}
            className={clsx(
              headCell,
              getPadding(index, columns.length),
              column.isEnd ? 'text-end' : 'text-start',
              column.className,
            )}
          >
            {column.title}
          </Column>
        ))}
      </TableHeader>
      <TableBody className="max-lg:block" {...(empty !== undefined && { renderEmptyState: () => empty })}>
        {items.map((item) => (
          <Row
            key={getId(item)}
            id={getId(item)}
            data-current={getId(item) === current ? '' : undefined}
            className={clsx('group/row focus-visible:-outline-offset-3', rowClassName)}
          >
            {columns.map((column, index) => (
              <Cell
                key={column.id}
                className={clsx(
                  bodyCell,
                  getPadding(index, columns.length),
                  getId(item) === current ? currentCell : otherCell,
                  column.isEnd && 'text-end',
                  column.className,
                )}
              >
                {column.cell(item)}
              </Cell>
            ))}
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

/** The list of keyboard shortcuts below a desk table. */
export function DeskShortcuts({
  keys,
  end,
}: {
  keys: readonly { keys: readonly string[]; text: ReactNode }[];
  /** Content at the end of the line, such as a link to all shortcuts. */
  end?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center gap-4 border-t border-line px-4 py-2 text-xs text-ink-2">
      {keys.map((entry) => (
        <span key={entry.keys.join(' ')} className="inline-flex max-w-full items-center gap-[5px]">
          {entry.keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
          {entry.text}
        </span>
      ))}
      {end && <div className="ms-auto">{end}</div>}
    </div>
  );
}
