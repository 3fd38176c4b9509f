import type { Stripe } from 'stripe';
import type { Locale } from '#platform/shared/locale.ts';

/** Stripe's page locales; `auto` uses the browser's language. */
const stripeLocales: Record<Locale, Stripe.Checkout.SessionCreateParams.Locale> = {
  'en-US': 'en',
  'nl-NL': 'nl',
  'fr-FR': 'fr',
  'de-DE': 'de',
  'it-IT': 'it',
  'es-ES': 'es',
  'ja-JP': 'ja',
  'ko-KR': 'ko',
  'zh-CN': 'zh',
  'zh-HK': 'zh-HK',
  'cs-CZ': 'cs',
  'da-DK': 'da',
  'el-GR': 'el',
  'fi-FI': 'fi',
  'hr-HR': 'hr',
  'hu-HU': 'hu',
  'in-ID': 'id',
  'no-NO': 'nb',
  'pl-PL': 'pl',
  'pt-PT': 'pt',
  'ru-RU': 'ru',
  'sv-SE': 'sv',
  'th-TH': 'th',
  'tr-TR': 'tr',
  'ar-SA': 'auto',
  'iw-IL': 'auto',
  'ms-MY': 'ms',
  'tl-PH': 'fil',
};

export function toStripeLocale(locale: Locale): Stripe.Checkout.SessionCreateParams.Locale {
  return stripeLocales[locale];
}

const withoutDecimals = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '), // Stripe uses two decimals for ISK and UGX.
);
const withThreeDecimals = new Set('BHD JOD KWD OMR TND'.split(' '));

/** Stripe uses minor units too, but deviates from ISO 4217 for some currencies. */
export function toStripeAmount(amountMinor: number, currency: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  const digits = withoutDecimals.has(currency) ? 0 : withThreeDecimals.has(currency) ? 3 : 2;
  const amount = (amountMinor * 10 ** digits) / 10 ** maximumFractionDigits;
  if (!Number.isSafeInteger(amount))
    throw new Error(`Stripe does not accept ${amountMinor} minor units of ${currency}`);
  return amount;
}

const minute = 60_000;
const roundingMs = 5 * minute;

/**
 * Stripe sessions last from 30 minutes to 24 hours. Within these limits they expire with the payment; limits are
 * rounded, so repeated requests have the same expiry.
 */
export function toSessionExpiry(expiresAt: Date, now: number): number {
  const earliest = Math.ceil((now + 31 * minute) / roundingMs) * roundingMs;
  const latest = Math.floor((now + 24 * 60 * minute - roundingMs) / roundingMs) * roundingMs;
  return Math.floor(Math.min(Math.max(expiresAt.getTime(), earliest), latest) / 1000);
}
