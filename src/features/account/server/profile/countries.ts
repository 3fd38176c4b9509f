import type { Handlers } from '#platform/server/http/endpoints.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { intlTag, type Locale } from '#platform/shared/locale.ts';
import { fail } from '#features/account/shared/contract.ts';
import type { Country, profileCalls, State } from '#features/account/shared/profile-contract.ts';
import { getCountries, type CountryData, type StateData } from './countries-data.ts';

/** There are 28 locales, so this never grows beyond them. */
const countryListCache = new Map<Locale, readonly Country[]>();

/** All countries by their names in the language, in its order. */
export function listCountries(locale: Locale): readonly Country[] {
  const made = countryListCache.get(locale) ?? buildCountryList(locale);
  countryListCache.set(locale, made);
  return made;
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
  const state = country?.states.find((one) => one.stateId === stateId);
  return country === undefined || state === undefined ? stateId : translateStateName(state, country, locale);
}

/** In the person's language; by the local name where they read it; else in Latin letters. */
function translateStateName({ names }: StateData, country: CountryData, locale: Locale): string {
  const language = intlTag(locale).split('-')[0] ?? '';
  return names[language] ?? (country.language === language ? names.default : (names['latin'] ?? names.default));
}

export interface Place {
  countryId: string;
  stateId: string | null;
  postalCode: string;
}

/** The place as it is kept, or a refusal that names the field; `within` is where it stands in what was sent. */
export function requireValidPlace({ countryId, stateId, postalCode }: Place, within = ''): Place {
  const country = getCountries().get(countryId);
  const refuse = (code: Parameters<typeof fail>[0], field: keyof Place) => fail(code, { path: `${within}${field}` });
  if (country === undefined) throw refuse('account.unknown_country', 'countryId');
  if (stateId === null && country.stateRequired) throw refuse('account.state_missing', 'stateId');
  if (stateId !== null && !country.states.some((state) => state.stateId === stateId))
    throw refuse('account.unknown_state', 'stateId');
  // People type it in small letters, and on some keyboards in wide ones.
  const code = postalCode.normalize('NFKC').replaceAll(/\s+/g, ' ').toUpperCase();
  if (code === '' && country.postalCodeRequired) throw refuse('account.postal_code_missing', 'postalCode');
  if (code !== '' && country.postalCode?.test(code) === false) throw refuse('account.postal_code_wrong', 'postalCode');
  return { countryId, stateId, postalCode: code };
}

export function isPostalCodeRequired(countryId: string): boolean {
  return getCountries().get(countryId)?.postalCodeRequired ?? false;
}

/** What was asked for by its language is the same for everybody, and changes with a release. */
const oneHourCacheControl = 'public, max-age=3600';

export const countriesHandlers: Pick<Handlers<typeof profileCalls>, 'GET Countries' | 'GET Countries/{id}/States'> = {
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
