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

describe('typing', () => {
  it('is an edit of its own group alone', () => {
    expect(listEditedGroups(editField(fresh(), 'lastName', 'Berg'))).toEqual(['user']);
    expect(listEditedGroups(editField(fresh(), 'phoneNumber', '+46 31 123'))).toEqual(['phone']);
  });

  it('that ends where it began is no edit', () => {
    expect(hasEdits(editField(editField(fresh(), 'lastName', 'Berg'), 'lastName', 'Lindqvist '))).toBe(false);
  });

  it('of the same birthdate with zeros is no edit', () => {
    expect(hasEdits(editField(fresh(), 'birthDate', '1987-05-21'))).toBe(false);
    expect(hasEdits(editField(fresh(), 'birthDate', '1987-5-2'))).toBe(true);
  });

  it('of another country empties the state', () => {
    const moved = editField(fresh(), 'countryId', 'SE');
    expect(getCurrentValues(moved)).toMatchObject({ countryId: 'SE', stateId: '' });
    expect(getCurrentValues(editField(fresh(), 'countryId', 'US')).stateId).toBe('HI');
  });
});

describe('a change that somebody else made meanwhile', () => {
  it('is simply there in a field that nobody touched', () => {
    const edit = mergeServerProfile(editField(fresh(), 'lastName', 'Berg'), profile({ firstName: 'Mari', version: 2 }));
    expect(getCurrentValues(edit)).toMatchObject({ firstName: 'Mari', lastName: 'Berg' });
    expect(edit.conflicts).toEqual([]);
  });

  it('is a conflict in a field that was edited, and neither side is lost', () => {
    const edit = mergeServerProfile(
      editField(fresh(), 'lastName', 'Berg'),
      profile({ lastName: 'Strand', version: 2 }),
    );
    expect(edit.conflicts).toEqual(['lastName']);
    expect([edit.edits.lastName, edit.base.lastName]).toEqual(['Berg', 'Strand']);
    expect(edit.versions.user).toBe(2);
  });

  it('is no conflict when both wrote the same', () => {
    const edit = mergeServerProfile(editField(fresh(), 'lastName', 'Berg'), profile({ lastName: 'Berg', version: 2 }));
    expect([edit.conflicts, hasEdits(edit)]).toEqual([[], false]);
  });

  it('is decided by the person, either way', () => {
    const edit = mergeServerProfile(
      editField(fresh(), 'lastName', 'Berg'),
      profile({ lastName: 'Strand', version: 2 }),
    );
    expect(getCurrentValues(keepLocalValue(edit, 'lastName')).lastName).toBe('Berg');
    expect(keepLocalValue(edit, 'lastName').conflicts).toEqual([]);
    expect(getCurrentValues(acceptServerValue(edit, 'lastName')).lastName).toBe('Strand');
    expect(hasEdits(acceptServerValue(edit, 'lastName'))).toBe(false);
  });

  it('stays a conflict when it is told again', () => {
    const news = profile({ lastName: 'Strand', version: 2 });
    const edit = mergeServerProfile(mergeServerProfile(editField(fresh(), 'lastName', 'Berg'), news), news);
    expect(edit.conflicts).toEqual(['lastName']);
  });

  it('is not believed when it is older than what was saved here', () => {
    const typed = editField(fresh(), 'lastName', 'Berg');
    const saved = applySavedGroup(typed, 'user', getCurrentValues(typed), {}, 2);
    expect(getCurrentValues(mergeServerProfile(saved, profile())).lastName).toBe('Berg');
  });
});

describe('saving', () => {
  it('takes the saved group off the list and leaves the others', () => {
    const typed = editField(editField(fresh(), 'lastName', 'Berg'), 'phoneNumber', '031 123');
    const saved = applySavedGroup(typed, 'phone', getCurrentValues(typed), { phoneNumber: '+4631123' }, 1);
    expect(listEditedGroups(saved)).toEqual(['user']);
    expect([getCurrentValues(saved).phoneNumber, saved.versions.phone]).toEqual(['+4631123', 1]);
  });

  it('keeps what was typed while it was on its way', () => {
    const typed = editField(fresh(), 'lastName', 'Berg');
    const further = editField(typed, 'lastName', 'Bergman');
    const saved = applySavedGroup(further, 'user', getCurrentValues(typed), {}, 2);
    expect([saved.base.lastName, saved.edits.lastName]).toEqual(['Berg', 'Bergman']);
  });
});

describe('a draft', () => {
  it('brings back what was typed', () => {
    const typed = editField(fresh(), 'lastName', 'Berg');
    const back = startEdit(profile(), { values: toDraftValues(typed) });
    expect([back.edits, back.conflicts]).toEqual([{ lastName: 'Berg' }, []]);
  });

  it('meets what was changed since as a conflict', () => {
    const typed = editField(fresh(), 'lastName', 'Berg');
    const back = startEdit(profile({ lastName: 'Strand', version: 2 }), { values: toDraftValues(typed) });
    expect(back.conflicts).toEqual(['lastName']);
  });

  it('remembers what was still to be decided', () => {
    const news = profile({ lastName: 'Strand', version: 2 });
    const torn = mergeServerProfile(editField(fresh(), 'lastName', 'Berg'), news);
    expect(startEdit(news, { values: toDraftValues(torn) }).conflicts).toEqual(['lastName']);
  });

  it('that says nothing we know is not there', () => {
    expect(hasEdits(startEdit(profile(), { values: { nonsense: 'x' } }))).toBe(false);
  });
});
