import { FormattedMessage, useIntl } from 'react-intl';
import { Rows } from '#ui/lists/row.tsx';
import { Link } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { buttonClass } from '#ui/buttons/button.tsx';
import { Chip } from '#ui/display/chip.tsx';
import type { Order, OrderLine } from '#features/shop/shared/order-contract.ts';
import { LineText } from '#features/shop/web/line-text.tsx';
import { type RenderCodeAction, OrderCodes } from './order-codes.tsx';
import { ProductDrawing } from '#features/shop/web/product-drawing.tsx';

/** The lines with their next action; only the first one that can be opened has a filled button. */
export function OrderLines({
  order: { lines, currency, state, recipient },
  forCode,
}: {
  order: Order;
  forCode: RenderCodeAction;
}) {
  const first = lines.find(({ path }) => path !== null);
  return (
    <Rows>
      {lines.map((line) => (
        <li key={line.lineId} className="grid grid-cols-[72px_minmax(0,1fr)] gap-y-3 gap-x-4 py-5">
          <ProductDrawing name={line.drawing} width={72} />
          <div className="flex flex-wrap items-start gap-y-1 gap-x-4 min-w-0">
            <LineText line={line} currency={currency} recipient={recipient} />
          </div>
          {state === 'paid' && (
            <div className="flex col-span-full flex-wrap items-center gap-y-2 gap-x-3 min-w-0 sm:col-2 empty:hidden">
              <LineAction line={line} currency={currency} isFirst={line === first} />
              {line.codes.length > 0 && <OrderCodes line={line} forCode={forCode} />}
            </div>
          )}
        </li>
      ))}
    </Rows>
  );
}

const chips = {
  to_post: 'pending',
  posted: 'verified',
  failed: 'returned',
  taken_back: 'logged',
} as const;

function LineAction({ line, currency, isFirst }: { line: OrderLine; currency: string; isFirst: boolean }) {
  const intl = useIntl();
  const { kind, name, state, path, refundedMinor: minor } = line;
  return (
    <>
      {state in chips && (
        <Chip status={chips[state as keyof typeof chips]}>
          <FormattedMessage id={`shop.order.line_${state}` as MessageId} />
        </Chip>
      )}
      {minor > 0 && state !== 'failed' && (
        <Chip>
          <FormattedMessage id="shop.order.line_back" values={{ amount: formatMoney(intl, { minor, currency }) }} />
        </Chip>
      )}
      {state === 'given' && path !== null && (
        <Link
          className={buttonClass({ kind: isFirst ? 'filled' : 'outlined' })}
          to={path}
          aria-label={intl.formatMessage({ id: `shop.order.open_${kind}_named` as MessageId }, { name })}
        >
          <FormattedMessage id={`shop.order.open_${kind}` as MessageId} />
        </Link>
      )}
    </>
  );
}
