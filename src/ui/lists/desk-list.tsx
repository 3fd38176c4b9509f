import type { ReactNode } from 'react';
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
  /** Renders a row; an element with the class `end` is aligned to its end. */
  children: (item: Item) => ReactNode;
};

/** A dense list beside a detail view, with single selection by arrow keys. */
export function DeskList<Item>({ label, items, getId, getName, selected, onSelect, children }: DeskListProps<Item>) {
  return (
    <ListBox
      aria-label={label}
      className="desk-list"
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
        <ListBoxItem key={getId(item)} id={getId(item)} textValue={getName(item)} className="desk-item">
          {children(item)}
        </ListBoxItem>
      ))}
    </ListBox>
  );
}
