import { FormattedMessage, useIntl } from 'react-intl';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Chip, type ChipStatus } from '#ui/display/chip.tsx';
import type { OrderLine } from '#features/shop/shared/order-contract.ts';
import { rowText } from '#ui/lists/row.tsx';
import { clsx } from 'clsx';

const chips: Record<OrderLine['state'], ChipStatus | null> = {
  open: null,
  given: 'verified',
  to_post: 'pending',
  posted: 'verified',
  failed: 'returned',
  taken_back: 'logged',
};

interface DeskOrderLineProps {
  line: OrderLine;
  currency: string;
  isBusy: boolean;
  onPosted: () => void;
}

export function DeskOrderLine({ line, currency, isBusy, onPosted }: DeskOrderLineProps) {
  const intl = useIntl();
  const money = (minor: number) => formatMoney(intl, { minor, currency });
  const { name, quantity, unitMinor, discountMinor, isGift, licenseID, state, totalMinor, refundedMinor } = line;
  const status = chips[state];
  const facts = [
    intl.formatMessage({ id: 'shop.desk.times' }, { count: quantity, price: money(unitMinor) }),
    discountMinor > 0 && intl.formatMessage({ id: 'shop.desk.discounted' }, { amount: money(discountMinor) }),
    isGift && intl.formatMessage({ id: 'shop.desk.gift' }),
    licenseID !== null && intl.formatMessage({ id: 'shop.desk.license' }, { number: licenseID }),
  ].filter((fact) => fact !== false);
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 py-4" data-part="line">
      <span className={clsx(rowText, 'flex-[1_1_200px]')}>
        <b>
          <bdi>{name}</bdi>
        </b>
        <span className="num">{facts.join(' · ')}</span>
      </span>
      {state !== 'open' && (
        <Chip {...(status && { status })}>
          <FormattedMessage id={`shop.desk.line.${state}`} />
        </Chip>
      )}
      {state === 'to_post' && (
        <Button
          kind="outlined"
          size="sm"
          isBusy={isBusy}
          onClick={onPosted}
          aria-label={intl.formatMessage({ id: 'shop.desk.post_named' }, { name })}
        >
          <FormattedMessage id="shop.desk.post" />
        </Button>
      )}
      <span className="num ms-auto min-w-24 text-end">
        <b className="block">{money(totalMinor)}</b>
        {refundedMinor > 0 && (
          <span className="block text-xs text-ink-2">
            <FormattedMessage id="shop.desk.line_back" values={{ amount: money(refundedMinor) }} />
          </span>
        )}
      </span>
    </li>
  );
}
