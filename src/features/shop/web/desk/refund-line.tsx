import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { Field } from '#ui/fields/field.tsx';
import type { OrderLine } from '#features/shop/shared/order-contract.ts';
import { getRefundConsequence, getRefundableMinor, revokingConsequences, formatRefundable } from './refund-plan.ts';

interface RefundLineProps {
  line: OrderLine;
  currency: string;
  /** Null when the line is not selected. */
  typed: string | null;
  /** Null when the typed amount is not valid. */
  amountMinor: number | null;
  onType: (typed: string | null) => void;
}

export function RefundLine({ line, currency, typed, amountMinor, onType }: RefundLineProps) {
  const intl = useIntl();
  const left = formatMoney(intl, { minor: getRefundableMinor(line), currency });
  const then = amountMinor === null ? null : getRefundConsequence(line, amountMinor);
  const consequence = <FormattedMessage id={`shop.desk.then.${then}` as MessageId} values={{ count: line.quantity }} />;
  return (
    <div className="grid gap-2 py-3 border-b border-line">
      <Checkbox
        checked={typed !== null}
        onChange={({ target }) => onType(target.checked ? formatRefundable(line, currency, intl.locale) : null)}
        label={
          <>
            <b className="block">
              <bdi>{line.name}</bdi>
            </b>
            <span className="num block text-sm text-ink-2">
              <FormattedMessage id="shop.desk.refund_left" values={{ count: line.quantity, amount: left }} />
            </span>
          </>
        }
      />
      {typed !== null && (
        <Field
          className="ms-[calc(24px_+_var(--s-3))]"
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          value={typed}
          onChange={({ target }) => onType(target.value)}
          label={<FormattedMessage id="shop.desk.amount" values={{ currency }} />}
          hint={then && !revokingConsequences.includes(then) && consequence}
          warn={then && revokingConsequences.includes(then) && consequence}
          wrong={amountMinor === null && <FormattedMessage id="shop.desk.amount_wrong" values={{ amount: left }} />}
        />
      )}
    </div>
  );
}
