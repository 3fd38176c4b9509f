import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Label, Popover } from 'react-aria-components/Select';
import { menuBox } from '#ui/overlays/overlay-classes.tsx';
import { FieldMessage, controlClass, fieldLabel, fieldOptional, type FieldTextProps } from './field.tsx';

export function getFieldState({ wrong, warn }: Pick<FieldTextProps, 'wrong' | 'warn'>): 'wrong' | 'warn' | undefined {
  return wrong ? 'wrong' : warn ? 'warn' : undefined;
}

type ChoiceFieldContentProps = Omit<FieldTextProps, 'labelEnd'> & {
  messageId: string;
  /** The content of the popover, which is at least as wide as the field. */
  list: ReactNode;
  /** The content of the control. */
  children: ReactNode;
};

/** The parts of a field with a popover of choices. Its parent is a React Aria field, which connects them. */
export function ChoiceFieldContent(props: ChoiceFieldContentProps) {
  const { label, optional, hint, wrong, warn, messageId, list, children } = props;
  const state = getFieldState(props);
  return (
    <>
      <div data-part="label" className={fieldLabel}>
        <Label>{label}</Label>
        {optional && <span className={fieldOptional}>{optional}</span>}
      </div>
      <div data-part="control" className={controlClass({ state })}>
        {children}
      </div>
      <FieldMessage id={messageId} state={state}>
        {wrong || warn || hint}
      </FieldMessage>
      <Popover className={clsx(menuBox, 'min-w-(--trigger-width)')} offset={4}>
        {list}
      </Popover>
    </>
  );
}
