import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';

export type Choice = { id: string; label: string; isDisabled?: boolean };

/** The options list of Select, ComboBox and AutocompleteField. */
export function ChoiceList({ choices, empty }: { choices?: readonly Choice[]; empty?: ReactNode }) {
  return (
    <ListBox<Choice>
      {...(choices && { items: choices })}
      {...(empty !== undefined && { renderEmptyState: () => <div className="menu-head">{empty}</div> })}
    >
      {(choice) => (
        <ListBoxItem
          id={choice.id}
          textValue={choice.label}
          className="menu-item"
          isDisabled={choice.isDisabled ?? false}
        >
          {({ isSelected }) => (
            <>
              <span>{choice.label}</span>
              {isSelected && <Check size={18} aria-hidden="true" />}
            </>
          )}
        </ListBoxItem>
      )}
    </ListBox>
  );
}
