import { expect, it } from 'vitest';
import type { Application } from '../shared/application.ts';
import type { Filled } from './applicant-changes.ts';
import { missingFields } from './applicant-sections.ts';

const empty = { countryId: '', addressLine1: '', addressLine2: '', city: '', postalCode: '', stateId: '' };
const missing = (saved: object | null, address: Partial<typeof empty>) =>
  missingFields(
    { requirements: [], instructor: {}, teachingAddress: saved } as unknown as Application,
    { address: { ...empty, ...address } } as Filled,
  );

it('asks for the rest of an address that was begun, or for one that was given and is gone from the page', () => {
  expect(missing(null, {})).toEqual([]);
  expect(missing(null, { city: 'Leith' })).toEqual(['teaching_address']);
  expect(missing({}, {})).toEqual(['teaching_address']);
  expect(missing({}, { countryId: 'GB', addressLine1: '1 Shore', city: 'Leith' })).toEqual([]);
});
