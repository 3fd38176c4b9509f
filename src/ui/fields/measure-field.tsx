import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { FieldFrame } from './field.tsx';
import type { FieldTextProps } from './field.tsx';

export type MeasureFieldProps = FieldTextProps & Omit<ComponentProps<'input'>, 'size' | 'type'> & { unit?: ReactNode };

/** A large field for a measured value with its unit. It is a text input, so any decimal mark can be typed. */
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
  const texts = { label, optional, labelEnd, hint, wrong, warn };
  return (
    <FieldFrame {...texts} size="lg" id={input.id} describedBy={unit ? unitId : undefined} className={className}>
      {(control) => (
        <>
          <input inputMode="decimal" autoComplete="off" {...input} {...control} type="text" />
          {unit && (
            <span
              className="max-w-1/2 flex-none overflow-x-clip text-(length:--t-md) text-ellipsis whitespace-nowrap text-ink-2"
              id={unitId}
            >
              {unit}
            </span>
          )}
        </>
      )}
    </FieldFrame>
  );
}
