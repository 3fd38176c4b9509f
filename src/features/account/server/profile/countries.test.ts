import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CodedError } from '#platform/shared/errors.ts';
import { intlTag, locales, type Locale } from '#platform/shared/locale.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { Country, State } from '#features/account/shared/profile-contract.ts';
import { getCountries } from './countries-data.ts';
import { requireValidPlace, listCountries, listStates } from './countries.ts';

const portal = await testPortal();

/** ISO 3166-1, all 249. */
const iso =
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
  CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB
  GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH
  KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX
  MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE
  SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC
  VE VG VI VN VU WF WS YE YT ZA ZM ZW`.split(/\s+/);

const get = async <Answer>(path: string, headers: Record<string, string> = {}) =>
  (await portal.app.inject({ url: `/api/global/${path}`, headers })).json<Answer>();
const namesOf = (states: readonly { name: string }[]) => states.map(({ name }) => name);

describe('GET Countries', () => {
  it('lists all inhabited countries of ISO 3166-1, and three postal territories outside it', () => {
    expect(iso).toHaveLength(249);
    const uninhabited = new Set(['AQ', 'BV', 'HM', 'TF']);
    const expected = [...iso.filter((id) => !uninhabited.has(id)), 'AC', 'TA', 'XK'];
    expect(
      listCountries('en-US')
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(expected.toSorted());
  });

  it.each(locales)('has unique names in %s, in the order of that language', (locale) => {
    const countries = listCountries(locale);
    expect(new Set(namesOf(countries)).size).toBe(countries.length);
    for (const { id, name } of countries) expect(name).not.toBe(id);
    const order = new Intl.Collator(intlTag(locale));
    expect(namesOf(countries)).toEqual(namesOf(countries).toSorted(order.compare));
  });

  it('returns names in the requested culture, or else in the reader’s language', async () => {
    const swedish = await get<Country[]>('Countries?culture=sv-SE');
    expect(namesOf(swedish).slice(-2)).toEqual(['Österrike', 'Östtimor']);
    const german = await get<Country[]>('Countries', { 'accept-language': 'de' });
    expect(german.find(({ id }) => id === 'GB')).toEqual({
      id: 'GB',
      name: 'Vereinigtes Königreich',
      postalCodeRequired: true,
      stateRequired: false,
      hasStates: false,
      postalCodeExample: 'EC1Y 8SY',
    });
    expect((await portal.request(null, 'GET', '/api/global/Countries?culture=xx-XX')).statusCode).toBe(400);
  });

  it('may be cached only with the culture in the URL', async () => {
    const named = await portal.request(null, 'GET', '/api/global/Countries?culture=sv-SE');
    expect(named.headers['cache-control']).toBe('public, max-age=3600');
    expect((await portal.request(null, 'GET', '/api/global/Countries')).headers['cache-control']).toBe('no-store');
  });
});

describe('GET Countries/{id}/States', () => {
  it('lists states by name with their code', async () => {
    const states = await get<State[]>('Countries/US/States?culture=en-US');
    expect(states[0]).toEqual({ stateId: 'US-AL', name: 'Alabama' });
    expect(states).toContainEqual({ stateId: 'US-HI', name: 'Hawaii' });
    expect(await get('Countries/GB/States')).toEqual([]);
  });

  it.each<[string, Locale, string, string]>([
    ['JP', 'ja-JP', 'JP-01', '北海道'],
    ['JP', 'en-US', 'JP-01', 'Hokkaido'],
    ['AE', 'ar-SA', 'AE-DU', 'دبي'],
    ['AE', 'de-DE', 'AE-DU', 'Dubai'],
    ['CA', 'fr-FR', 'CA-BC', 'Colombie-Britannique'],
    ['CA', 'en-US', 'CA-BC', 'British Columbia'],
    ['HK', 'zh-HK', 'HK-Kowloon', '九龍'],
    ['HK', 'fr-FR', 'HK-Kowloon', 'Kowloon'],
    ['TW', 'en-US', 'TW-Kinmen-County', 'Kinmen County'],
    ['BS', 'de-DE', 'BS-New-Providence', 'New Providence'],
    ['TH', 'th-TH', 'TH-81', 'กระบี่'],
  ])('lists for %s in %s: %s is %s', (country, locale, stateId, name) => {
    expect(listStates(country, locale)).toContainEqual({ stateId, name });
  });

  it('has unique ids that match the contract, and names in Latin letters', () => {
    const ids = [...getCountries().values()].flatMap(({ states }) => states.map(({ stateId }) => stateId));
    expect(ids.length).toBeGreaterThan(1_000);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[A-Z]{2}-[\w-]{1,17}$/);
    for (const { id } of getCountries().values())
      for (const { name } of listStates(id, 'fi-FI') ?? []) expect(name).toMatch(/^[\p{Script=Latin}\p{M}\p{P}\d ]+$/u);
  });

  it.each(['XX', 'us', 'toString', 'AQ', '__proto__'])('returns 404 for %s', async (id) => {
    expect((await portal.request(null, 'GET', `/api/global/Countries/${id}/States`)).statusCode).toBe(404);
  });
});

function codeOf(place: Parameters<typeof requireValidPlace>[0]): string {
  try {
    requireValidPlace(place);
    return 'none';
  } catch (error) {
    return (error as CodedError).code;
  }
}

describe('requireValidPlace', () => {
  it('accepts the example postal code of every country, in any case', () => {
    for (const { id, postalCodeExample, states } of getCountries().values()) {
      const place = { countryId: id, stateId: states[0]?.stateId ?? null, postalCode: postalCodeExample ?? '' };
      expect(requireValidPlace({ ...place, postalCode: place.postalCode.toLowerCase() })).toEqual(place);
    }
  });

  it('accepts every state of the country and none of another', () => {
    const countries = [...getCountries().values()].filter(({ states }) => states.length > 0);
    fc.assert(
      fc.property(fc.constantFrom(...countries), fc.constantFrom(...countries), fc.nat(), (country, other, index) => {
        const stateId = other.states[index % other.states.length]?.stateId ?? null;
        const place = { countryId: country.id, stateId, postalCode: country.postalCodeExample ?? '' };
        expect(codeOf(place)).toBe(country.id === other.id ? 'none' : 'account.unknown_state');
      }),
    );
  });

  it('normalizes spaces, lowercase letters and full-width digits', () => {
    expect(requireValidPlace({ countryId: 'GB', stateId: null, postalCode: 'tr99  1ab' }).postalCode).toBe('TR99 1AB');
    expect(requireValidPlace({ countryId: 'JP', stateId: 'JP-01', postalCode: '１５４-００２３' }).postalCode).toBe(
      '154-0023',
    );
  });
});
