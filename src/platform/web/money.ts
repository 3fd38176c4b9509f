import type { IntlShape } from 'react-intl';

/** Integer minor units of an ISO currency: cents of dollars, but whole yen. */
export interface Money {
  minor: number;
  currency: string;
}

/** As the reader's language writes it. How many digits a currency has is the currency's own. */
export function moneyText(intl: IntlShape, { minor, currency }: Money): string {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  const amount = minor / 10 ** maximumFractionDigits;
  const parts = intl.formatNumberToParts(amount, { style: 'currency', currency });
  // From right to left the two halves of `US$` would change places.
  return parts.map(({ type, value }) => (type === 'currency' && isRtl(intl) ? `\u2066${value}\u2069` : value)).join('');
}

const isRtl = ({ locale }: IntlShape) => /^(ar|he)\b/.test(locale);
