import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';

export type DeskListProps<Item> = {
  label: string;
  items: readonly Item[];
  getId: (item: Item) => string;
  /** The accessible name of an item. */
  getName: (item: Item) => string;
  /** Null when the selected item is no longer in the list. */
  selected: string | null;
  onSelect: (id: string) => void;
  className?: string;
  /** The class of a row, with its height. */
  itemClassName: string;
  /** Renders a row. */
  children: (item: Item) => ReactNode;
};

const deskItem =
  'flex cursor-pointer items-center gap-2 border-b border-line px-4 py-2 text-sm outline-none data-focus-visible:[outline:var(--focus-ring)] data-focus-visible:-outline-offset-3 data-hovered:bg-hover data-selected:bg-accent-soft data-selected:shadow-[inset_calc(3px*var(--flow))_0_0_var(--accent)] forced-colors:data-selected:border-s-6 forced-colors:data-selected:border-s-[Highlight]';

/** A dense list beside a detail view, with single selection by arrow keys. */
export function DeskList<Item>(props: DeskListProps<Item>) {
  const { label, items, getId, getName, selected, onSelect, className, itemClassName, children } = props;
  return (
    <ListBox
      aria-label={label}
      className={clsx('overflow-y-auto outline-none', className)}
      selectionMode="single"
      selectionBehavior="replace"
      disallowEmptySelection
      selectedKeys={selected === null ? [] : [selected]}
      onSelectionChange={(keys) => {
        const [first] = keys === 'all' ? [] : keys;
        if (first !== undefined) onSelect(String(first));
      }}
    >
      {items.map((item) => (
        <ListBoxItem
          key={getId(item)}
          id={getId(item)}
          textValue={getName(item)}
          className={clsx(deskItem, itemClassName)}
        >
          {children(item)}
        </ListBoxItem>
      ))}
    </ListBox>
  );
}
