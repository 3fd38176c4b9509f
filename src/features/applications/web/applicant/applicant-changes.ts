import type { Changes } from '#platform/web/sync/draft-options.ts';
import type { Application, ApplicationInput, PickedCard } from '#features/applications/shared/application.ts';

export type FirstAid = Application['firstAid'];
/** The teaching address as entered. */
export type Address = Readonly<
  Record<'countryId' | 'addressLine1' | 'addressLine2' | 'city' | 'postalCode' | 'stateId', string>
>;

/** Changes by field. Cards are keyed by place and exercises by id, so two devices don't overwrite each other. */
export type Change = number | string | null | FirstAid | PickedCard | Address;
export const change = {
  instructor: (memberNumber: number | null) => ({ memberNumber }),
  store: (storeNumber: number | null) => ({ storeNumber }),
  card: (place: string, card: PickedCard | null) => ({ [`certificationCards.${place}`]: card }),
  firstAid: (firstAid: FirstAid) => ({ firstAid }),
  exercise: (id: string, score: number | null) => ({ [`exercises.${id}`]: score }),
  statement: (statement: string) => ({ statement }),
  address: (location: Address) => ({ location }),
} satisfies Record<string, (...values: never[]) => Changes<Change>>;

const emptyAddress: Address = {
  countryId: '',
  addressLine1: '',
  addressLine2: '',
  city: '',
  postalCode: '',
  stateId: '',
};

/** The values shown in the form. */
export interface ApplicantValues {
  cards: Readonly<Record<string, PickedCard>>;
  firstAid: FirstAid;
  scores: Readonly<Record<string, number>>;
  statement: string;
  address: Address;
}

export function toApplicantValues(known: Application, changes: Changes<Change>): ApplicantValues {
  const picked = known.certificationCards.map(({ place, licenseID, outsideId }) => [
    place,
    toPickedCard(licenseID, outsideId),
  ]);
  const scores = Object.entries(known.exercises).map(([id, { score }]) => [id, score]);
  const { firstAid = known.firstAid, statement = known.statement, location = toAddress(known) } = changes;
  return {
    cards: mergeParts<PickedCard>(picked, 'certificationCards.', changes),
    firstAid: firstAid as FirstAid,
    scores: mergeParts<number>(scores, 'exercises.', changes),
    statement: statement as string,
    address: location as Address,
  };
}

function toPickedCard(licenseID: number | null, outsideId: string | null): PickedCard {
  return licenseID === null ? { outsideId: outsideId ?? '' } : { licenseID };
}

function mergeParts<T>(saved: unknown[][], prefix: string, changes: Changes<Change>): Record<string, T> {
  const all = Object.fromEntries([...saved, ...listParts(prefix, changes)]) as Record<string, T | null>;
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, T & {}] => entry[1] !== null));
}

function listParts(prefix: string, changes: Changes<Change>): [string, Change][] {
  return Object.entries(changes).flatMap(([name, value]) =>
    name.startsWith(prefix) ? [[name.slice(prefix.length), value] as [string, Change]] : [],
  );
}

function toAddress({ teachingAddress }: Application): Address {
  if (teachingAddress === null) return emptyAddress;
  const { countryId, addressLine1, addressLine2, city, postalCode, stateId } = teachingAddress;
  return { countryId, addressLine1, addressLine2, city, postalCode, stateId: stateId ?? '' };
}

/** The request body of the changes; null when only the address changed. */
export function toApplicationInput(changes: Changes<Change>, version: number): ApplicationInput | null {
  const { location: _, ...rest } = changes;
  if (Object.keys(rest).length === 0) return null;
  const cards = listParts('certificationCards.', rest) as [string, PickedCard | null][];
  const scores = listParts('exercises.', rest) as [string, number | null][];
  const plain = Object.entries(rest).filter(([name]) => !name.includes('.'));
  return {
    version,
    ...Object.fromEntries(plain),
    ...(cards.length > 0 && { certificationCards: Object.fromEntries(cards) }),
    ...(scores.length > 0 && {
      exercises: Object.fromEntries(
        scores.map(([id, score]) => [id, score === null ? null : { score, isConfirmed: false }]),
      ),
    }),
  };
}

/** Addresses are sent when they are complete or empty; until then they stay in the browser. */
export function isAddressReady(address: Address): boolean {
  const { countryId, addressLine1, city } = address;
  return !isAddressStarted(address) || (countryId !== '' && addressLine1.trim() !== '' && city.trim() !== '');
}

export function isAddressStarted(address: Address): boolean {
  return Object.values(address).some((text) => text.trim() !== '');
}

/** Removes changes the server already has. */
export function pickUnsavedChanges(known: Application, changes: Changes<Change>): Changes<Change> {
  return Object.fromEntries(
    Object.entries(changes).filter(([name, value]) => {
      const without = toApplicantValues(known, {});
      if (name === 'memberNumber') return value !== (known.instructor?.memberNumber ?? null);
      if (name === 'storeNumber') return value !== (known.store?.storeNumber ?? null);
      return JSON.stringify(toApplicantValues(known, { [name]: value })) !== JSON.stringify(without);
    }),
  );
}

/** Ignores whitespace and case, because the server normalizes some values. */
export function isSameValues(some: ApplicantValues, other: ApplicantValues): boolean {
  return normalizeValue(some) === normalizeValue(other);
}

function normalizeValue(value: unknown): string {
  if (typeof value === 'string') return value.replaceAll(/\s/g, '').toLowerCase();
  if (typeof value !== 'object' || value === null) return String(value);
  const parts = Object.entries(value).map(([name, part]) => `${name}:${normalizeValue(part)}`);
  return `{${parts.toSorted().join()}}`;
}
