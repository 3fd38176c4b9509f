import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { FieldFrame, FieldMessage } from '../../../ui/field.tsx';
import { orderOfDate, type DatePart } from './birthdate.ts';
import { fieldId } from './form-alert.tsx';

/** Three small fields, in the order of the language. What is wrong is said once, below them. */
export function BirthdateFields({ problem }: { problem: string | undefined }) {
  const intl = useIntl();
  const messageId = useId();
  const order = orderOfDate(intl.locale);
  const isWrong = problem !== undefined;
  const columns: Record<DatePart, string> = { day: '1fr', month: '1fr', year: '1.5fr' };
  return (
    <fieldset name="birthdate">
      <legend className="lab w-full">
        <FormattedMessage id="identity.birthdate.label" />
        <span className="opt">
          <FormattedMessage id="identity.optional" />
        </span>
      </legend>
      <div className="grid gap-3" style={{ gridTemplateColumns: order.map((part) => columns[part]).join(' ') }}>
        {order.map((part, index) => (
          <FieldFrame
            key={part}
            {...(index === 0 && { id: fieldId('birthdate') })}
            className={isWrong ? 'wrong' : undefined}
            describedBy={isWrong ? messageId : undefined}
            label={
              <span className="font-text text-ink-2">
                <FormattedMessage id={`identity.birthdate.${part}`} />
              </span>
            }
          >
            {(control) => (
              <input
                {...control}
                aria-invalid={isWrong || undefined}
                name={part}
                className="num"
                inputMode="numeric"
                maxLength={part === 'year' ? 4 : 2}
                autoComplete={`bday-${part}`}
              />
            )}
          </FieldFrame>
        ))}
      </div>
      <FieldMessage id={messageId} state={isWrong ? 'wrong' : undefined}>
        {isWrong && <FormattedMessage id={problem} />}
      </FieldMessage>
    </fieldset>
  );
}
