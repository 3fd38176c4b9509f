import type { ReactNode } from 'react';
import { Cell, Column, Row, Table, TableBody, TableHeader } from 'react-aria-components/Table';
import { classNames } from '#ui/styles/class-names.ts';

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
};

/** A dense table for the desk with rows of 42 px, a sticky header and selection by arrow keys. */
export function DeskTable<Item>(props: DeskTableProps<Item>) {
  const { label, columns, items, getId, selected, onSelect, current, onOpen, empty } = props;
  return (
    <Table
      aria-label={label}
      className="desk-table"
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
      <TableHeader>
        {columns.map((column) => (
          <Column
            key={column.id}
            id={column.id}
            isRowHeader={column.isRowHeader ?? false}
            className={classNames(column.isEnd && 'end', column.className)}
          >
            {column.title}
          </Column>
        ))}
      </TableHeader>
      <TableBody {...(empty !== undefined && { renderEmptyState: () => empty })}>
        {items.map((item) => (
          <Row key={getId(item)} id={getId(item)} className={getId(item) === current ? 'current' : ''}>
            {columns.map((column) => (
              <Cell key={column.id} className={classNames(column.isEnd && 'end', column.className)}>
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
    <div className="desk-keys">
      {keys.map((entry) => (
        <span key={entry.keys.join(' ')}>
          {entry.keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
          {entry.text}
        </span>
      ))}
      {end && <div className="end">{end}</div>}
    </div>
  );
}
