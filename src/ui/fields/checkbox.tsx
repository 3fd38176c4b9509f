import { Check } from 'lucide-react';
import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#ui/styles/class-names.ts';
import { FieldMessage } from './field.tsx';

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; wrong?: ReactNode };

export function Checkbox({ label, wrong, className, ...input }: CheckboxProps) {
  const messageId = useId();
  return (
    <div className={className}>
      <label className="check">
        <span className={classNames('box', wrong ? 'wrong' : undefined)}>
          <input
            {...input}
            type="checkbox"
            aria-invalid={wrong ? true : undefined}
            aria-describedby={wrong ? messageId : undefined}
          />
          <Check size={18} aria-hidden="true" />
        </span>
        <span>{label}</span>
      </label>
      <FieldMessage id={messageId} state={wrong ? 'wrong' : undefined}>
        {wrong}
      </FieldMessage>
    </div>
  );
}
