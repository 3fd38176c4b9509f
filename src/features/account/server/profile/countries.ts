import type { Handlers } from '#platform/server/http/endpoints.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { intlTag, type Locale } from '#platform/shared/locale.ts';
import { fail } from '#features/account/shared/contract.ts';
import type { Country, profileEndpoints, State } from '#features/account/shared/profile-contract.ts';
import { getCountries, type CountryData, type StateData } from './countries-data.ts';

/** Bounded by the 28 locales. */
const countryListCache = new Map<Locale, readonly Country[]>();

/** All countries with their names in the language, sorted by it. */
export function listCountries(locale: Locale): readonly Country[] {
  const countries = countryListCache.get(locale) ?? buildCountryList(locale);
  countryListCache.set(locale, countries);
  return countries;
}

function buildCountryList(locale: Locale): Country[] {
  const names = new Intl.DisplayNames([intlTag(locale)], { type: 'region' });
  const order = new Intl.Collator(intlTag(locale));
  return [...getCountries().values()]
    .map((country) => ({
      id: country.id,
      name: names.of(country.id) ?? country.id,
      postalCodeRequired: country.postalCodeRequired,
      stateRequired: country.stateRequired,
      hasStates: country.states.length > 0,
      postalCodeExample: country.postalCodeExample,
    }))
    .toSorted((a, b) => order.compare(a.name, b.name));
}

export function isKnownCountry(countryId: string): boolean {
  return getCountries().has(countryId);
}

export function getCountryName(countryId: string, locale: Locale): string {
  return listCountries(locale).find((country) => country.id === countryId)?.name ?? countryId;
}

export function listStates(countryId: string, locale: Locale): State[] | null {
  const country = getCountries().get(countryId);
  if (country === undefined) return null;
  const order = new Intl.Collator(intlTag(locale));
  return country.states
    .map((state) => ({ stateId: state.stateId, name: translateStateName(state, country, locale) }))
    .toSorted((a, b) => order.compare(a.name, b.name));
}

export function getStateName(countryId: string, stateId: string | null, locale: Locale): string | null {
  if (stateId === null) return null;
  const country = getCountries().get(countryId);
  const state = country?.states.find((candidate) => candidate.stateId === stateId);
  return country === undefined || state === undefined ? stateId : translateStateName(state, country, locale);
}

/** Prefers the person's language, then the local name if they read it, then Latin letters. */
function translateStateName({ names }: StateData, country: CountryData, locale: Locale): string {
  const language = intlTag(locale).split('-')[0] ?? '';
  return names[language] ?? (country.language === language ? names.default : (names['latin'] ?? names.default));
}

export interface Place {
  countryId: string;
  stateId: string | null;
  postalCode: string;
}

/** Returns the normalized place, or throws an error that names the field; `within` is its path in the request. */
export function requireValidPlace({ countryId, stateId, postalCode }: Place, within = ''): Place {
  const country = getCountries().get(countryId);
  const failField = (code: Parameters<typeof fail>[0], field: keyof Place) => fail(code, { path: `${within}${field}` });
  if (country === undefined) throw failField('account.unknown_country', 'countryId');
  if (stateId === null && country.stateRequired) throw failField('account.state_missing', 'stateId');
  if (stateId !== null && !country.states.some((state) => state.stateId === stateId))
    throw failField('account.unknown_state', 'stateId');
  // Postal codes may be typed in lowercase, or in full-width characters on some keyboards.
  const code = postalCode.normalize('NFKC').replaceAll(/\s+/g, ' ').toUpperCase();
  if (code === '' && country.postalCodeRequired) throw failField('account.postal_code_missing', 'postalCode');
  if (code !== '' && country.postalCode?.test(code) === false)
    throw failField('account.postal_code_wrong', 'postalCode');
  return { countryId, stateId, postalCode: code };
}

export function isPostalCodeRequired(countryId: string): boolean {
  return getCountries().get(countryId)?.postalCodeRequired ?? false;
}

/** Responses with the language in the URL are the same for everyone and change only with a release. */
const oneHourCacheControl = 'public, max-age=3600';

export const countriesHandlers: Pick<
  Handlers<typeof profileEndpoints>,
  'GET Countries' | 'GET Countries/{id}/States'
> = {
  'GET Countries': async ({ locale, reply }, { query: { culture } }) => {
    if (culture !== undefined) reply.header('cache-control', oneHourCacheControl);
    return [...listCountries(culture ?? locale)];
  },

  'GET Countries/{id}/States': async ({ locale, reply }, { params, query: { culture } }) => {
    const states = listStates(params.id, culture ?? locale);
    if (states === null) throw failCall('not_found');
    if (culture !== undefined) reply.header('cache-control', oneHourCacheControl);
    return states;
  },
};
