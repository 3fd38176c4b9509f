import { describe, expect, it } from 'vitest';
import {
  draftValues,
  editedGroups,
  hasEdits,
  keepMine,
  shownValues,
  startEdit,
  takeIn,
  takeSaved,
  typeInto,
  takeTheirs,
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
    expect(editedGroups(typeInto(fresh(), 'lastName', 'Berg'))).toEqual(['user']);
    expect(editedGroups(typeInto(fresh(), 'phoneNumber', '+46 31 123'))).toEqual(['phone']);
  });

  it('that ends where it began is no edit', () => {
    expect(hasEdits(typeInto(typeInto(fresh(), 'lastName', 'Berg'), 'lastName', 'Lindqvist '))).toBe(false);
  });

  it('of the same birthdate with zeros is no edit', () => {
    expect(hasEdits(typeInto(fresh(), 'birthDate', '1987-05-21'))).toBe(false);
    expect(hasEdits(typeInto(fresh(), 'birthDate', '1987-5-2'))).toBe(true);
  });

  it('of another country empties the state', () => {
    const moved = typeInto(fresh(), 'countryId', 'SE');
    expect(shownValues(moved)).toMatchObject({ countryId: 'SE', stateId: '' });
    expect(shownValues(typeInto(fresh(), 'countryId', 'US')).stateId).toBe('HI');
  });
});

describe('a change that somebody else made meanwhile', () => {
  it('is simply there in a field that nobody touched', () => {
    const edit = takeIn(typeInto(fresh(), 'lastName', 'Berg'), profile({ firstName: 'Mari', version: 2 }));
    expect(shownValues(edit)).toMatchObject({ firstName: 'Mari', lastName: 'Berg' });
    expect(edit.conflicts).toEqual([]);
  });

  it('is a conflict in a field that was edited, and neither side is lost', () => {
    const edit = takeIn(typeInto(fresh(), 'lastName', 'Berg'), profile({ lastName: 'Strand', version: 2 }));
    expect(edit.conflicts).toEqual(['lastName']);
    expect([edit.edits.lastName, edit.base.lastName]).toEqual(['Berg', 'Strand']);
    expect(edit.versions.user).toBe(2);
  });

  it('is no conflict when both wrote the same', () => {
    const edit = takeIn(typeInto(fresh(), 'lastName', 'Berg'), profile({ lastName: 'Berg', version: 2 }));
    expect([edit.conflicts, hasEdits(edit)]).toEqual([[], false]);
  });

  it('is decided by the person, either way', () => {
    const edit = takeIn(typeInto(fresh(), 'lastName', 'Berg'), profile({ lastName: 'Strand', version: 2 }));
    expect(shownValues(keepMine(edit, 'lastName')).lastName).toBe('Berg');
    expect(keepMine(edit, 'lastName').conflicts).toEqual([]);
    expect(shownValues(takeTheirs(edit, 'lastName')).lastName).toBe('Strand');
    expect(hasEdits(takeTheirs(edit, 'lastName'))).toBe(false);
  });

  it('stays a conflict when it is told again', () => {
    const news = profile({ lastName: 'Strand', version: 2 });
    const edit = takeIn(takeIn(typeInto(fresh(), 'lastName', 'Berg'), news), news);
    expect(edit.conflicts).toEqual(['lastName']);
  });

  it('is not believed when it is older than what was saved here', () => {
    const typed = typeInto(fresh(), 'lastName', 'Berg');
    const saved = takeSaved(typed, 'user', shownValues(typed), {}, 2);
    expect(shownValues(takeIn(saved, profile())).lastName).toBe('Berg');
  });
});

describe('saving', () => {
  it('takes the saved group off the list and leaves the others', () => {
    const typed = typeInto(typeInto(fresh(), 'lastName', 'Berg'), 'phoneNumber', '031 123');
    const saved = takeSaved(typed, 'phone', shownValues(typed), { phoneNumber: '+4631123' }, 1);
    expect(editedGroups(saved)).toEqual(['user']);
    expect([shownValues(saved).phoneNumber, saved.versions.phone]).toEqual(['+4631123', 1]);
  });

  it('keeps what was typed while it was on its way', () => {
    const typed = typeInto(fresh(), 'lastName', 'Berg');
    const further = typeInto(typed, 'lastName', 'Bergman');
    const saved = takeSaved(further, 'user', shownValues(typed), {}, 2);
    expect([saved.base.lastName, saved.edits.lastName]).toEqual(['Berg', 'Bergman']);
  });
});

describe('a draft', () => {
  it('brings back what was typed', () => {
    const typed = typeInto(fresh(), 'lastName', 'Berg');
    const back = startEdit(profile(), { values: draftValues(typed) });
    expect([back.edits, back.conflicts]).toEqual([{ lastName: 'Berg' }, []]);
  });

  it('meets what was changed since as a conflict', () => {
    const typed = typeInto(fresh(), 'lastName', 'Berg');
    const back = startEdit(profile({ lastName: 'Strand', version: 2 }), { values: draftValues(typed) });
    expect(back.conflicts).toEqual(['lastName']);
  });

  it('remembers what was still to be decided', () => {
    const news = profile({ lastName: 'Strand', version: 2 });
    const torn = takeIn(typeInto(fresh(), 'lastName', 'Berg'), news);
    expect(startEdit(news, { values: draftValues(torn) }).conflicts).toEqual(['lastName']);
  });

  it('that says nothing we know is not there', () => {
    expect(hasEdits(startEdit(profile(), { values: { nonsense: 'x' } }))).toBe(false);
  });
});
