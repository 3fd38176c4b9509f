import { toMajorUnits, toMinorUnits } from '#platform/shared/money.ts';
import { parseNumber } from '#platform/web/i18n/number-input.ts';
import type { OrderLine } from '#features/shop/shared/order-contract.ts';

type RefundableLine = Pick<
  OrderLine,
  'lineId' | 'kind' | 'isGift' | 'state' | 'totalMinor' | 'refundedMinor' | 'keptMinor'
>;

/** The typed amount of each selected line. */
export type RefundAmounts = Readonly<Record<string, string>>;

export const getRefundableMinor = ({ totalMinor, refundedMinor, keptMinor }: RefundableLine) =>
  Math.max(0, totalMinor - refundedMinor - keptMinor);

/** The remaining amount for the input field: without currency sign and grouping. */
export function formatRefundable(line: RefundableLine, currency: string, tag: string): string {
  const amount = toMajorUnits({ minor: getRefundableMinor(line), currency });
  return new Intl.NumberFormat(tag, { style: 'currency', currency, useGrouping: false })
    .formatToParts(amount)
    .filter(({ type }) => ['integer', 'decimal', 'fraction'].includes(type))
    .map(({ value }) => value)
    .join('');
}

/** Returns minor units, or null when the text is not an amount, is zero or exceeds the remaining amount. */
export function parseRefundAmount(line: RefundableLine, typed: string, currency: string, tag: string): number | null {
  const value = parseNumber(typed, tag);
  const minor = value === null ? null : toMinorUnits(value, currency);
  return minor !== null && minor > 0 && minor <= getRefundableMinor(line) ? minor : null;
}

export type RefundConsequence = 'part' | 'course' | 'codes' | 'unposted' | 'kept';

/** Consequences that take something away from the buyer. */
export const revokingConsequences: readonly RefundConsequence[] = ['course', 'codes', 'unposted'];

/** Only a full refund revokes a purchase, and only if it can be revoked. */
export function getRefundConsequence(line: RefundableLine, amountMinor: number): RefundConsequence {
  if (amountMinor < getRefundableMinor(line)) return 'part';
  if (line.state === 'to_post') return 'unposted';
  if (line.state !== 'given' || line.kind !== 'course') return 'kept';
  return line.isGift ? 'codes' : 'course';
}
