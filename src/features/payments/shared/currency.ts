/** The currencies with prices. */
export const currencies = ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'CHF', 'SEK', 'JPY'] as const;
export type Currency = (typeof currencies)[number];

const euroCountries =
  'AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA XK GP GF MQ RE YT BL MF PM';
const currencyByCountry = new Map<string, Currency>([
  ...euroCountries.split(' ').map((country) => [country, 'EUR'] as const),
  ...['GB', 'GG', 'IM', 'JE'].map((country) => [country, 'GBP'] as const),
  ...['AU', 'NR', 'KI', 'TV', 'CX', 'CC', 'NF'].map((country) => [country, 'AUD'] as const),
  ...['CH', 'LI'].map((country) => [country, 'CHF'] as const),
  ['CA', 'CAD'],
  ['SE', 'SEK'],
  ['JP', 'JPY'],
]);

/** The currency of a country, or US dollars if there are no prices in it. */
export function getCountryCurrency(country: string): Currency {
  return currencyByCountry.get(country) ?? 'USD';
}

export function isCurrency(value: string | null): value is Currency {
  return (currencies as readonly (string | null)[]).includes(value);
}
