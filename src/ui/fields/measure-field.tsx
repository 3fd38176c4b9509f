import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { FieldFrame } from './field.tsx';
import type { FieldTextProps } from './field.tsx';

export type MeasureFieldProps = FieldTextProps & Omit<ComponentProps<'input'>, 'size' | 'type'> & { unit?: ReactNode };

/** A number a diver cares for: 72 high at 32 px, the unit inside the end. Text, so that the person's own decimal mark stays. */
export function MeasureField({
  label,
  optional,
  labelEnd,
  hint,
  wrong,
  warn,
  unit,
  className,
  ...input
}: MeasureFieldProps) {
  const unitId = useId();
  const words = { label, optional, labelEnd, hint, wrong, warn };
  return (
    <FieldFrame {...words} size="big" id={input.id} describedBy={unit ? unitId : undefined} className={className}>
      {(control) => (
        <>
          <input inputMode="decimal" autoComplete="off" {...input} {...control} type="text" />
          {unit && (
            <span className="unit" id={unitId}>
              {unit}
            </span>
          )}
        </>
      )}
    </FieldFrame>
  );
}
