import { getTextDirection, formattingTag, type Locale } from './locale.ts';

/** Integer minor units of an ISO currency: cents of dollars, but whole yen. */
export interface Money {
  minor: number;
  currency: string;
}

/** How many digits a currency has is the currency's own. */
export function toMajorUnits({ minor, currency }: Money): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return minor / 10 ** maximumFractionDigits;
}

/** What somebody typed, in minor units; null where it has more digits than the currency. */
export function toMinorUnits(amount: number, currency: string): number | null {
  const minor = Math.round(amount / toMajorUnits({ minor: 1, currency }));
  return toMajorUnits({ minor, currency }) === amount ? minor : null;
}

/** From right to left the two halves of `US$` would change places. */
export function joinMoneyParts(parts: readonly { type: string; value: string }[], isRtl: boolean): string {
  return parts.map(({ type, value }) => (type === 'currency' && isRtl ? `\u2066${value}\u2069` : value)).join('');
}

/** As a language writes it, for mails and documents. */
export function formatMoneyForLocale(locale: Locale, money: Money): string {
  const { currency } = money;
  const parts = new Intl.NumberFormat(formattingTag(locale), { style: 'currency', currency }).formatToParts(
    toMajorUnits(money),
  );
  return joinMoneyParts(parts, getTextDirection(locale) === 'rtl');
}
