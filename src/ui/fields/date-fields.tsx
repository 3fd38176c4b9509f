import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { getDatePartOrder, type DatePart } from './date-part-order.ts';
import { FieldFrame, FieldMessage } from './field.tsx';

export type DateFieldsProps = {
  legend: ReactNode;
  optional?: ReactNode;
  /** The name by which a form knows the three as one, when it does. */
  name?: string;
  /** Of the language, for the order of the parts. */
  tag: string;
  labels: Readonly<Record<DatePart, ReactNode>>;
  /** What each input is given beyond its looks: name, value, id. */
  input: (part: DatePart, index: number) => ComponentProps<'input'> & { name: string };
  wrongParts: readonly DatePart[];
  /** What is wrong, said once, below them. */
  wrong?: ReactNode;
};

const columns: Readonly<Record<DatePart, string>> = { day: '1fr', month: '1fr', year: '1.5fr' };

/** Three small fields, in the order of the language: nobody has to page back through forty years of a calendar. */
export function DateFields({ legend, optional, name, tag, labels, input, wrongParts, wrong }: DateFieldsProps) {
  const messageId = useId();
  const order = getDatePartOrder(tag);
  return (
    <fieldset {...(name && { name })}>
      <legend className="lab w-full">
        {legend}
        {optional && <span className="opt">{optional}</span>}
      </legend>
      <div className="grid gap-3" style={{ gridTemplateColumns: order.map((part) => columns[part]).join(' ') }}>
        {order.map((part, index) => {
          const isWrong = wrongParts.includes(part);
          const { id, ...rest } = input(part, index);
          return (
            <FieldFrame
              key={part}
              id={id}
              className={isWrong ? 'wrong' : undefined}
              describedBy={isWrong ? messageId : undefined}
              label={<span className="font-text text-ink-2">{labels[part]}</span>}
            >
              {(control) => (
                <input
                  {...control}
                  {...rest}
                  aria-invalid={isWrong || undefined}
                  className="num"
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
