import { ComboBox, ComboBoxStateContext, Input, Label, Popover } from 'react-aria-components/ComboBox';
import { use, useEffect, useId, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { ChoiceList } from './choice-list.tsx';
import type { Choice } from './choice-list.tsx';
import { classNames } from '#ui/styles/class-names.ts';
import { FieldMessage, type FieldTextProps } from './field.tsx';
import { AriaLocaleProvider } from '#ui/accessibility/aria-locale-provider.tsx';

export type AutocompleteFieldProps = Omit<FieldTextProps, 'labelEnd'> & {
  /** Of the input, for a jump to it. */
  id?: string;
  value: string;
  onChange: (value: string) => void;
  /** What fits, found by the caller. */
  choices: readonly Choice[];
  placeholder?: string;
  maxLength?: number;
  /** An icon at the end. */
  end?: ReactNode;
  isReadOnly?: boolean;
};

/** Text of one's own, with what others have called it below: a choice fills it in, and none is needed. */
export function AutocompleteField(props: AutocompleteFieldProps) {
  const { id, label, optional, hint, wrong, warn, value, onChange, choices, placeholder, maxLength, end } = props;
  const messageId = useId();
  const isTyping = useRef(false);
  const state = wrong ? 'wrong' : warn ? 'warn' : undefined;
  return (
    <AriaLocaleProvider>
      <ComboBox
        {...(id && { id })}
        className={classNames('field own-direction', state)}
        items={choices}
        inputValue={value}
        onInputChange={(text) => {
          isTyping.current = true;
          onChange(text);
        }}
        onBlur={() => {
          isTyping.current = false;
        }}
        // The list only ever fills in the text, which is all there is.
        selectedKey={null}
        onSelectionChange={(key) => {
          const chosen = choices.find((choice) => choice.id === key);
          if (chosen) onChange(chosen.label);
          isTyping.current = false;
        }}
        allowsCustomValue
        menuTrigger="input"
        isReadOnly={props.isReadOnly ?? false}
        isInvalid={Boolean(wrong)}
        aria-describedby={messageId}
      >
        <div className="lab">
          <Label>{label}</Label>
          {optional && <span className="opt">{optional}</span>}
        </div>
        <div className="ctl">
          <Input {...(placeholder && { placeholder })} {...(maxLength && { maxLength })} />
          {end}
        </div>
        <FieldMessage id={messageId} state={state}>
          {wrong || warn || hint}
        </FieldMessage>
        <Popover className="menu fits" offset={4}>
          <ChoiceList />
        </Popover>
        <OpenWhenFound found={choices} isTyping={isTyping} />
      </ComboBox>
    </AriaLocaleProvider>
  );
}

/** What fits often comes a moment after the letter that asked for it; by then the list does not open by itself. */
function OpenWhenFound({ found, isTyping }: { found: readonly Choice[]; isTyping: RefObject<boolean> }) {
  const state = use(ComboBoxStateContext);
  const names = found.map(({ id }) => id).join();
  useEffect(() => {
    if (names !== '' && isTyping.current && state?.isFocused && !state.isOpen) state.open(null, 'input');
    // Only when what fits has changed: a list that somebody has closed stays closed.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [names]);
  return null;
}
