import { getTextDirection, formattingTag, type Locale } from './locale.ts';

/** Integer minor units of an ISO currency: cents of dollars, but whole yen. */
export interface Money {
  minor: number;
  currency: string;
}

/** Converts by the number of decimals of the currency. */
export function toMajorUnits({ minor, currency }: Money): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return minor / 10 ** maximumFractionDigits;
}

/** Converts a typed amount to minor units; null where it has more decimals than the currency. */
export function toMinorUnits(amount: number, currency: string): number | null {
  const minor = Math.round(amount / toMajorUnits({ minor: 1, currency }));
  return toMajorUnits({ minor, currency }) === amount ? minor : null;
}

/** Isolates the currency symbol in right-to-left text, where the two parts of `US$` would be swapped. */
export function joinMoneyParts(parts: readonly { type: string; value: string }[], isRtl: boolean): string {
  return parts.map(({ type, value }) => (type === 'currency' && isRtl ? `\u2066${value}\u2069` : value)).join('');
}

/** Formats an amount on the server, for emails and documents. */
export function formatMoneyForLocale(locale: Locale, money: Money): string {
  const { currency } = money;
  const parts = new Intl.NumberFormat(formattingTag(locale), { style: 'currency', currency }).formatToParts(
    toMajorUnits(money),
  );
  return joinMoneyParts(parts, getTextDirection(locale) === 'rtl');
}
