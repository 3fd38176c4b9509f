import { Check } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { menuItem } from '#ui/overlays/overlay-classes.tsx';

export type Choice = { id: string; label: string; isDisabled?: boolean };

/** The options list of Select, ComboBox and AutocompleteField. */
export function ChoiceList({ choices, empty }: { choices?: readonly Choice[]; empty?: ReactNode }) {
  return (
    <ListBox<Choice>
      className="outline-none"
      {...(choices && { items: choices })}
      {...(empty !== undefined && {
        renderEmptyState: () => <div className="px-3 pt-2 pb-1 text-xs text-ink-3">{empty}</div>,
      })}
    >
      {(choice) => (
        <ListBoxItem
          id={choice.id}
          textValue={choice.label}
          className={menuItem}
          isDisabled={choice.isDisabled ?? false}
        >
          {({ isSelected }) => (
            <>
              <span>{choice.label}</span>
              {isSelected && <Check className="ms-auto text-accent-text" size={18} aria-hidden="true" />}
            </>
          )}
        </ListBoxItem>
      )}
    </ListBox>
  );
}
