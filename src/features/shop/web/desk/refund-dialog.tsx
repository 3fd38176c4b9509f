import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { TextAreaField } from '#ui/fields/field.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { useRefund, type DeskOrder } from './queries.ts';
import type { useOtherDecision } from './use-other-decision.ts';
import { RefundLine } from './refund-line.tsx';
import { getRefundableMinor, parseRefundAmount, formatRefundable, type RefundAmounts } from './refund-plan.ts';

const presetReasons = ['asked', 'twice', 'damaged'] as const;
const maxLength = 500;

interface RefundDialogProps {
  order: DeskOrder;
  readOtherDecision: ReturnType<typeof useOtherDecision>;
  onClose: () => void;
}

/** Refunds lines fully or partly with a reason, and shows the consequences before anything is sent. */
export function RefundDialog({ order, readOtherDecision, onClose }: RefundDialogProps) {
  const intl = useIntl();
  const tag = intl.locale;
  const { currency } = order;
  const lines = order.lines.filter((line) => getRefundableMinor(line) > 0);
  const [typed, setTyped] = useState<RefundAmounts>(() =>
    Object.fromEntries(
      lines.length === 1 ? lines.map((line) => [line.lineId, formatRefundable(line, currency, tag)]) : [],
    ),
  );
  const [reason, setReason] = useState('');
  const [problems, setProblems] = useState<{ form: MessageId | null; isReasonMissing: boolean; count: number }>({
    form: null,
    isReasonMissing: false,
    count: 0,
  });
  const [otherDecision, setOtherDecision] = useState<string | null>(null);
  // A repeated request must be the same refund, so the key changes only with the input.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const area = useRef<HTMLTextAreaElement>(null);
  const chosen = lines.filter(({ lineId }) => lineId in typed);
  const amounts = chosen.map((line) => parseRefundAmount(line, typed[line.lineId] ?? '', currency, tag));
  const sum = amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0);
  const sumText = formatMoney(intl, { minor: sum, currency });
  const refund = useRefund(order.orderId, () => {
    showToast({ text: intl.formatMessage({ id: 'shop.desk.refunded' }, { amount: sumText }) });
    onClose();
  });
  const change = (next: RefundAmounts) => {
    setTyped(next);
    setKey(crypto.randomUUID());
    setProblems({ ...problems, form: null });
  };
  const showProblem = (form: MessageId | null, isReasonMissing = false) => {
    setProblems({ form, isReasonMissing, count: problems.count + 1 });
    if (isReasonMissing) area.current?.focus();
  };
  const send = () => {
    if (chosen.length === 0) return showProblem('shop.desk.refund_none');
    if (amounts.includes(null)) return showProblem('shop.desk.refund_wrong');
    if (reason.trim() === '') return showProblem(null, true);
    setOtherDecision(null);
    refund.mutate(
      {
        key,
        lines: chosen.map(({ lineId }, at) => ({ lineId, amountMinor: amounts[at] ?? 0 })),
        reason: reason.trim(),
      },
      { onError: async (error) => setOtherDecision(await readOtherDecision(error)) },
    );
  };
  const failure = refund.error && [formatErrorMessage(intl, refund.error), otherDecision].filter(Boolean).join(' ');

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={<FormattedMessage id="shop.desk.refund_title" values={{ number: <bdi>{order.number}</bdi> }} />}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            <FormattedMessage id="shop.desk.cancel" />
          </Button>
          <Button isBusy={refund.isPending} onClick={send}>
            <FormattedMessage id={sum > 0 ? 'shop.desk.refund_sum' : 'shop.desk.refund'} values={{ amount: sumText }} />
          </Button>
        </>
      }
    >
      <FormAlert
        problem={problems.form !== null ? <FormattedMessage id={problems.form} /> : failure}
        failureCount={problems.count + refund.failureCount}
      />
      <fieldset>
        <legend className="vh">
          <FormattedMessage id="shop.desk.lines" />
        </legend>
        {lines.map((line) => (
          <RefundLine
            key={line.lineId}
            line={line}
            currency={currency}
            typed={typed[line.lineId] ?? null}
            amountMinor={parseRefundAmount(line, typed[line.lineId] ?? '', currency, tag)}
            onType={(text) => {
              const { [line.lineId]: _, ...others } = typed;
              change(text === null ? others : { ...typed, [line.lineId]: text });
            }}
          />
        ))}
      </fieldset>
      <p className="mt-4 text-sm text-ink-2">
        <FormattedMessage
          id={
            `shop.desk.refund_to.${order.method}${order.method === 'card' && order.paymentHint !== null ? '_known' : ''}` as MessageId
          }
          values={{ hint: <bdi className="num">{order.paymentHint}</bdi> }}
        />
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        {presetReasons.map((choice) => (
          <Button
            key={choice}
            kind="outlined"
            size="sm"
            onClick={() => setReason(intl.formatMessage({ id: `shop.desk.reason.${choice}` }))}
          >
            <FormattedMessage id={`shop.desk.reason.${choice}`} />
          </Button>
        ))}
      </div>
      <TextAreaField
        ref={area}
        className="mt-4"
        required
        maxLength={maxLength}
        rows={2}
        value={reason}
        onChange={({ target }) => {
          setReason(target.value);
          setProblems({ ...problems, isReasonMissing: false });
        }}
        label={<FormattedMessage id="shop.desk.reason_label" />}
        hint={<FormattedMessage id="shop.desk.reason_hint" />}
        wrong={problems.isReasonMissing && <FormattedMessage id="shop.desk.reason_missing" />}
      />
    </Dialog>
  );
}
