import { toMajorUnits, toMinorUnits } from '#platform/shared/money.ts';
import { parseNumber } from '#platform/web/i18n/number-input.ts';
import type { OrderLine } from '#features/shop/shared/order-contract.ts';

type RefundableLine = Pick<OrderLine, 'lineId' | 'kind' | 'isGift' | 'state' | 'totalMinor' | 'refundedMinor'>;

/** What of each chosen line is paid back, as it was typed. */
export type RefundAmounts = Readonly<Record<string, string>>;

export const getRefundableMinor = ({ totalMinor, refundedMinor }: RefundableLine) => totalMinor - refundedMinor;

/** All that is left of a line, as it stands in its field: without the sign, and without thousands apart. */
export function formatRefundable(line: RefundableLine, currency: string, tag: string): string {
  const amount = toMajorUnits({ minor: getRefundableMinor(line), currency });
  return new Intl.NumberFormat(tag, { style: 'currency', currency, useGrouping: false })
    .formatToParts(amount)
    .filter(({ type }) => ['integer', 'decimal', 'fraction'].includes(type))
    .map(({ value }) => value)
    .join('');
}

/** In minor units; null where it is no amount, nothing, or more than is left. */
export function parseRefundAmount(line: RefundableLine, typed: string, currency: string, tag: string): number | null {
  const value = parseNumber(typed, tag);
  const minor = value === null ? null : toMinorUnits(value, currency);
  return minor !== null && minor > 0 && minor <= getRefundableMinor(line) ? minor : null;
}

export type RefundConsequence = 'part' | 'course' | 'codes' | 'unposted' | 'kept';

/** What somebody had and will not have any more. */
export const revokingConsequences: readonly RefundConsequence[] = ['course', 'codes', 'unposted'];

/** What becomes of the thing itself: only what is paid back whole is taken back, and only what can be. */
export function getRefundConsequence(line: RefundableLine, amountMinor: number): RefundConsequence {
  if (amountMinor < getRefundableMinor(line)) return 'part';
  if (line.state === 'to_post') return 'unposted';
  if (line.state !== 'given' || line.kind !== 'course') return 'kept';
  return line.isGift ? 'codes' : 'course';
}
