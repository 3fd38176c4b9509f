import type { ReactNode } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';

export type DeskListProps<Item> = {
  label: string;
  items: readonly Item[];
  getId: (item: Item) => string;
  /** What a screen reader calls it. */
  getName: (item: Item) => string;
  /** None when the chosen one has left the list. */
  selected: string | null;
  onSelect: (id: string) => void;
  /** What stands in a row; the class `end` goes to its end. */
  children: (item: Item) => ReactNode;
};

/** A dense list beside its detail: one row is chosen, and the arrows move it. */
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
