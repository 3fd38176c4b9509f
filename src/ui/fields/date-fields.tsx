import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { getDatePartOrder, type DatePart } from './date-part-order.ts';
import { clsx } from 'clsx';
import { FieldFrame, FieldMessage, fieldLabel, fieldOptional } from './field.tsx';

export type DateFieldsProps = {
  legend: ReactNode;
  optional?: ReactNode;
  /** The name of the fieldset, for forms that treat the three inputs as one field. */
  name?: string;
  /** The locale tag that determines the order of the parts. */
  tag: string;
  labels: Readonly<Record<DatePart, ReactNode>>;
  /** The props of each input, such as name, value and id. */
  input: (part: DatePart, index: number) => ComponentProps<'input'> & { name: string };
  wrongParts: readonly DatePart[];
  /** The error message below the three inputs. */
  wrong?: ReactNode;
};

const columns: Readonly<Record<DatePart, string>> = { day: '1fr', month: '1fr', year: '1.5fr' };

/** Day, month and year as text inputs in the locale's order, because a calendar is slow for birthdays. */
export function DateFields({ legend, optional, name, tag, labels, input, wrongParts, wrong }: DateFieldsProps) {
  const messageId = useId();
  const order = getDatePartOrder(tag);
  return (
    <fieldset {...(name && { name })}>
      <legend className={clsx(fieldLabel, 'w-full')}>
        {legend}
        {optional && <span className={fieldOptional}>{optional}</span>}
      </legend>
      <div className="grid gap-3" style={{ gridTemplateColumns: order.map((part) => columns[part]).join(' ') }}>
        {order.map((part, index) => {
          const isWrong = wrongParts.includes(part);
          const { id, ...rest } = input(part, index);
          return (
            <FieldFrame
              key={part}
              id={id}
              isWrong={isWrong}
              describedBy={isWrong ? messageId : undefined}
              label={<span className="font-text text-ink-2">{labels[part]}</span>}
            >
              {(control) => (
                <input
                  {...control}
                  {...rest}
                  aria-invalid={isWrong || undefined}
                  className={clsx(control.className, 'num')}
                  inputMode="numeric"
                  maxLength={part === 'year' ? 4 : 2}
                  autoComplete={`bday-${part}`}
                />
              )}
            </FieldFrame>
          );
        })}
      </div>
      <FieldMessage id={messageId} state={wrong ? 'wrong' : undefined}>
        {wrong}
      </FieldMessage>
    </fieldset>
  );
}
