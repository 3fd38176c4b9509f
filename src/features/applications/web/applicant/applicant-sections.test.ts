import { expect, it } from 'vitest';
import type { Application } from '#features/applications/shared/application.ts';
import type { ApplicantValues } from './applicant-changes.ts';
import { listMissingFields } from './applicant-sections.ts';

const empty = { countryId: '', addressLine1: '', addressLine2: '', city: '', postalCode: '', stateId: '' };
const active = { memberStatus: 'Active' };
const missing = (saved: object | null, address: Partial<typeof empty>, instructor: object | null = active) =>
  listMissingFields(
    { requirements: [], instructor, teachingAddress: saved } as unknown as Application,
    { address: { ...empty, ...address } } as ApplicantValues,
  );

it('requires the rest of a started address, and none when it was cleared', () => {
  expect(missing(null, {})).toEqual([]);
  expect(missing(null, { city: 'Leith' })).toEqual(['teaching_address']);
  expect(missing({}, {})).toEqual([]);
  expect(missing({}, { city: 'Leith' })).toEqual(['teaching_address']);
  expect(missing({}, { countryId: 'GB', addressLine1: '1 Shore', city: 'Leith' })).toEqual([]);
});

it('requires an active instructor', () => {
  expect(missing(null, {}, null)).toEqual(['instructor']);
  expect(missing(null, {}, { memberStatus: 'Inactive' })).toEqual(['instructor']);
});
