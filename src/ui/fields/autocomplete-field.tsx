import { ComboBox, ComboBoxStateContext, Input } from 'react-aria-components/ComboBox';
import { use, useEffect, useId, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { ChoiceFieldContent, getFieldState } from './choice-field.tsx';
import { ChoiceList } from './choice-list.tsx';
import type { Choice } from './choice-list.tsx';
import { clsx } from 'clsx';
import { controlInput, type FieldTextProps } from './field.tsx';
import { AriaLocaleProvider } from '#ui/accessibility/aria-locale-provider.tsx';

export type AutocompleteFieldProps = Omit<FieldTextProps, 'labelEnd'> & {
  /** The id of the input, as a link target. */
  id?: string;
  value: string;
  onChange: (value: string) => void;
  /** The matches, filtered by the caller. */
  choices: readonly Choice[];
  placeholder?: string;
  maxLength?: number;
  end?: ReactNode;
  isReadOnly?: boolean;
};

/** A text field with suggestions. Free text is allowed. */
export function AutocompleteField(props: AutocompleteFieldProps) {
  const { id, value, onChange, choices, placeholder, maxLength, isReadOnly = false, end, ...texts } = props;
  const messageId = useId();
  const isTyping = useRef(false);
  return (
    <AriaLocaleProvider>
      <ComboBox
        {...(id && { id })}
        data-part="field"
        data-state={getFieldState(texts)}
        className="block min-w-0"
        items={choices}
        inputValue={value}
        onInputChange={(text) => {
          isTyping.current = true;
          onChange(text);
        }}
        onBlur={() => {
          isTyping.current = false;
        }}
        // Choosing a suggestion only fills in the text; there is no separate selection.
        selectedKey={null}
        onSelectionChange={(key) => {
          const chosen = choices.find((choice) => choice.id === key);
          if (chosen) onChange(chosen.label);
          isTyping.current = false;
        }}
        allowsCustomValue
        menuTrigger="input"
        isReadOnly={isReadOnly}
        isInvalid={Boolean(texts.wrong)}
        aria-describedby={messageId}
      >
        <ChoiceFieldContent {...texts} messageId={messageId} list={<ChoiceList />}>
          <Input
            className={clsx(controlInput(), 'own-direction')}
            {...(placeholder && { placeholder })}
            {...(maxLength && { maxLength })}
          />
          {end}
        </ChoiceFieldContent>
        <OpenWhenFound choices={choices} isTyping={isTyping} />
      </ComboBox>
    </AriaLocaleProvider>
  );
}

/** Opens the list when matches arrive after the input event, because React Aria opens it only on that event. */
function OpenWhenFound({ choices, isTyping }: { choices: readonly Choice[]; isTyping: RefObject<boolean> }) {
  const state = use(ComboBoxStateContext);
  const ids = choices.map(({ id }) => id).join();
  useEffect(() => {
    if (ids !== '' && isTyping.current && state?.isFocused && !state.isOpen) state.open(null, 'input');
    // The effect runs only when the matches change, so a list closed by the person stays closed.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [ids]);
  return null;
}
