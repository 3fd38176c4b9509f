import { describe, expect, it } from 'vitest';
import {
  toDraftValues,
  listEditedGroups,
  hasEdits,
  keepLocalValue,
  getCurrentValues,
  startEdit,
  mergeServerProfile,
  applySavedGroup,
  editField,
  acceptServerValue,
} from './profile-edit.ts';
import type { FullProfile } from './profile-values.ts';

function profile(change: Partial<FullProfile['profile']> = {}): FullProfile {
  return {
    affiliateId: 400_001,
    fullName: 'Maren Lindqvist',
    dob: '1987-05-21',
    gender: 'Female',
    mailingAddress: {
      addressLine1: '1 Ocean View',
      addressLine2: '',
      city: 'Hilo',
      country: 'United States',
      countryId: 'US',
      postalCode: '96720',
      postalCodeRequired: true,
      state: 'Hawaii',
      stateId: 'HI',
    },
    profile: {
      firstName: 'Maren',
      middleName: '',
      lastName: 'Lindqvist',
      email: 'diver@demo.test',
      phoneNumber: null,
      photo: null,
      affiliateTypeId: 1,
      isMinor: false,
      birthdateAccess: 'locked',
      correction: null,
      relation: 'self',
      version: 1,
      addressVersion: 1,
      phoneVersion: 0,
      ...change,
    },
  };
}

const fresh = () => startEdit(profile(), null);

describe('editField', () => {
  it('marks only the field’s own group as edited', () => {
    expect(listEditedGroups(editField(fresh(), 'lastName', 'Berg'))).toEqual(['user']);
    expect(listEditedGroups(editField(fresh(), 'phoneNumber', '+46 31 123'))).toEqual(['phone']);
  });

  it('removes the edit when the value is the same as before', () => {
    expect(hasEdits(editField(editField(fresh(), 'lastName', 'Berg'), 'lastName', 'Lindqvist '))).toBe(false);
  });

  it('ignores leading zeros in a birthdate', () => {
    expect(hasEdits(editField(fresh(), 'birthDate', '1987-05-21'))).toBe(false);
    expect(hasEdits(editField(fresh(), 'birthDate', '1987-5-2'))).toBe(true);
  });

  it('clears the state when the country changes', () => {
    const moved = editField(fresh(), 'countryId', 'SE');
    expect(getCurrentValues(moved)).toMatchObject({ countryId: 'SE', stateId: '' });
    expect(getCurrentValues(editField(fresh(), 'countryId', 'US')).stateId).toBe('HI');
  });
});

describe('mergeServerProfile', () => {
  it('updates fields that were not edited', () => {
    const edit = mergeServerProfile(editField(fresh(), 'lastName', 'Berg'), profile({ firstName: 'Mari', version: 2 }));
    expect(getCurrentValues(edit)).toMatchObject({ firstName: 'Mari', lastName: 'Berg' });
    expect(edit.conflicts).toEqual([]);
  });

  it('reports a conflict in an edited field and keeps both values', () => {
    const edit = mergeServerProfile(
      editField(fresh(), 'lastName', 'Berg'),
      profile({ lastName: 'Strand', version: 2 }),
    );
    expect(edit.conflicts).toEqual(['lastName']);
    expect([edit.edits.lastName, edit.base.lastName]).toEqual(['Berg', 'Strand']);
    expect(edit.versions.user).toBe(2);
  });

  it('reports no conflict when both values are equal', () => {
    const edit = mergeServerProfile(editField(fresh(), 'lastName', 'Berg'), profile({ lastName: 'Berg', version: 2 }));
    expect([edit.conflicts, hasEdits(edit)]).toEqual([[], false]);
  });

  it('lets the person choose either value', () => {
    const edit = mergeServerProfile(
      editField(fresh(), 'lastName', 'Berg'),
      profile({ lastName: 'Strand', version: 2 }),
    );
    expect(getCurrentValues(keepLocalValue(edit, 'lastName')).lastName).toBe('Berg');
    expect(keepLocalValue(edit, 'lastName').conflicts).toEqual([]);
    expect(getCurrentValues(acceptServerValue(edit, 'lastName')).lastName).toBe('Strand');
    expect(hasEdits(acceptServerValue(edit, 'lastName'))).toBe(false);
  });

  it('keeps the conflict when the same profile arrives again', () => {
    const updated = profile({ lastName: 'Strand', version: 2 });
    const edit = mergeServerProfile(mergeServerProfile(editField(fresh(), 'lastName', 'Berg'), updated), updated);
    expect(edit.conflicts).toEqual(['lastName']);
  });

  it('ignores a profile that is older than the last save', () => {
    const typed = editField(fresh(), 'lastName', 'Berg');
    const saved = applySavedGroup(typed, 'user', getCurrentValues(typed), {}, 2);
    expect(getCurrentValues(mergeServerProfile(saved, profile())).lastName).toBe('Berg');
  });
});

describe('applySavedGroup', () => {
  it('clears the saved group’s edits only', () => {
    const typed = editField(editField(fresh(), 'lastName', 'Berg'), 'phoneNumber', '031 123');
    const saved = applySavedGroup(typed, 'phone', getCurrentValues(typed), { phoneNumber: '+4631123' }, 1);
    expect(listEditedGroups(saved)).toEqual(['user']);
    expect([getCurrentValues(saved).phoneNumber, saved.versions.phone]).toEqual(['+4631123', 1]);
  });

  it('keeps edits that were made during the save', () => {
    const typed = editField(fresh(), 'lastName', 'Berg');
    const further = editField(typed, 'lastName', 'Bergman');
    const saved = applySavedGroup(further, 'user', getCurrentValues(typed), {}, 2);
    expect([saved.base.lastName, saved.edits.lastName]).toEqual(['Berg', 'Bergman']);
  });
});

describe('a draft', () => {
  it('restores edits', () => {
    const typed = editField(fresh(), 'lastName', 'Berg');
    const restored = startEdit(profile(), { values: toDraftValues(typed) });
    expect([restored.edits, restored.conflicts]).toEqual([{ lastName: 'Berg' }, []]);
  });

  it('reports a conflict with changes made since', () => {
    const typed = editField(fresh(), 'lastName', 'Berg');
    const restored = startEdit(profile({ lastName: 'Strand', version: 2 }), { values: toDraftValues(typed) });
    expect(restored.conflicts).toEqual(['lastName']);
  });

  it('restores undecided conflicts', () => {
    const updated = profile({ lastName: 'Strand', version: 2 });
    const conflicting = mergeServerProfile(editField(fresh(), 'lastName', 'Berg'), updated);
    expect(startEdit(updated, { values: toDraftValues(conflicting) }).conflicts).toEqual(['lastName']);
  });

  it('ignores unknown fields', () => {
    expect(hasEdits(startEdit(profile(), { values: { nonsense: 'x' } }))).toBe(false);
  });
});
