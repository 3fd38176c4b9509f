import { amountOf, toMinor } from '../../../platform/shared/money.ts';
import { parseNumber } from '../../../platform/web/typed-number.ts';
import type { OrderLine } from '../shared/order-contract.ts';

type Line = Pick<OrderLine, 'lineId' | 'kind' | 'isGift' | 'state' | 'totalMinor' | 'refundedMinor'>;

/** What of each chosen line is paid back, as it was typed. */
export type Typed = Readonly<Record<string, string>>;

export const leftOf = ({ totalMinor, refundedMinor }: Line) => totalMinor - refundedMinor;

/** All that is left of a line, as it stands in its field: without the sign, and without thousands apart. */
export function wholeText(line: Line, currency: string, tag: string): string {
  const amount = amountOf({ minor: leftOf(line), currency });
  return new Intl.NumberFormat(tag, { style: 'currency', currency, useGrouping: false })
    .formatToParts(amount)
    .filter(({ type }) => ['integer', 'decimal', 'fraction'].includes(type))
    .map(({ value }) => value)
    .join('');
}

/** In minor units; null where it is no amount, nothing, or more than is left. */
export function refundOf(line: Line, typed: string, currency: string, tag: string): number | null {
  const value = parseNumber(typed, tag);
  const minor = value === null ? null : toMinor(value, currency);
  return minor !== null && minor > 0 && minor <= leftOf(line) ? minor : null;
}

export type Consequence = 'part' | 'course' | 'codes' | 'unposted' | 'kept';

/** What somebody had and will not have any more. */
export const takenBack: readonly Consequence[] = ['course', 'codes', 'unposted'];

/** What becomes of the thing itself: only what is paid back whole is taken back, and only what can be. */
export function consequenceOf(line: Line, amountMinor: number): Consequence {
  if (amountMinor < leftOf(line)) return 'part';
  if (line.state === 'to_post') return 'unposted';
  if (line.state !== 'given' || line.kind !== 'course') return 'kept';
  return line.isGift ? 'codes' : 'course';
}
