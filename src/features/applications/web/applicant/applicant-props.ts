import type { ComponentType, ReactNode } from 'react';
import type { Address } from './applicant-changes.ts';

/** How an instructor or a dive center is found by number: another area's, so it is handed in. */
export type ProfessionalLookUp = (field: {
  only: 'member' | 'store';
  onChange: (named: { memberNumber: number | null; storeNumber: number | null } | null) => void;
}) => ReactNode;

/** The fields of an address, with the lists of countries and states: another area's as well. */
export type AddressForm = (fields: {
  values: Address;
  onType: (field: keyof Address, value: string) => void;
  idOf: (field: keyof Address) => string;
  wrong: (field: keyof Address) => ReactNode;
}) => ReactNode;

/** Asks for the birthdate, then for the country that decides currency and tax, from the payments feature. */
export type CountryPromptType = ComponentType<{ needsBirthdate: boolean; onGiven: () => void }>;
