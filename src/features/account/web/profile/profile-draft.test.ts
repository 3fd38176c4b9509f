import { describe, expect, it } from 'vitest';
import { createProfileDraft, type DraftValues, type SaveGroup } from './profile-draft.ts';
import type { FullProfile } from './profile-values.ts';
import { affiliateType } from '#domain/roles.ts';

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
      affiliateTypeId: affiliateType.diver,
      memberNumber: null,
      memberStatus: null,
      storeNumber: null,
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

/** An error with the shape of `ApiError`. */
const createError = (code: string) => Object.assign(new Error(code), { status: 409, code, entries: [] });

/** Opens a page that saves nothing by default and fetches the given profile. */
function openPage(initial = profile(), stored: DraftValues | null = null) {
  const server = { profile: initial, saves: [] as string[] };
  const browser = { stored };
  const save: Record<'user' | 'address' | 'phone', SaveGroup> = {
    user: async (_, { lastName }, version) => {
      if (version !== server.profile.profile.version) throw createError('account.stale');
      server.saves.push(lastName);
      return { version: version + 1, stored: {} };
    },
    address: () => Promise.reject(createError('account.unknown_state')),
    phone: async (_, { phoneNumber }, version) => ({
      version: version + 1,
      stored: { phoneNumber: phoneNumber.replace(/^0/, '+46').replaceAll(' ', '') },
    }),
  };
  const draft = createProfileDraft({
    profile: initial,
    storage: {
      read: () => browser.stored,
      write: (values) => ((browser.stored = values), true),
      delete: () => void (browser.stored = null),
      subscribe: () => () => undefined,
    },
    save,
    fetch: async () => server.profile,
    browser: new EventTarget(),
  });
  draft.start();
  return { draft, server, save, browser };
}

const strand = (version = 2) => profile({ lastName: 'Strand', version });

describe('type', () => {
  it('stores the edit and the value that it replaces', () => {
    const { draft, browser } = openPage();
    draft.type('lastName', 'Berg');
    expect(draft.get()).toMatchObject({ values: { lastName: 'Berg' }, edited: ['lastName'], conflicts: [] });
    expect(browser.stored).toEqual({ lastName: 'Berg', 'was.lastName': 'Lindqvist', conflicts: '' });
  });

  it('removes the edit when the value is the same as before', () => {
    const { draft, browser } = openPage();
    draft.type('lastName', 'Berg');
    draft.type('lastName', 'Lindqvist ');
    expect([draft.get().edited, browser.stored]).toEqual([[], null]);
  });

  it('ignores leading zeros in a birthdate', () => {
    const { draft } = openPage();
    draft.type('birthDate', '1987-05-21');
    expect(draft.get().edited).toEqual([]);
    draft.type('birthDate', '1987-5-2');
    expect(draft.get().edited).toEqual(['birthDate']);
  });

  it('clears the state when the country changes', () => {
    const { draft } = openPage();
    draft.type('countryId', 'US');
    expect(draft.get().values.stateId).toBe('HI');
    draft.type('countryId', 'SE');
    expect(draft.get().values).toMatchObject({ countryId: 'SE', stateId: '' });
  });
});

describe('merge', () => {
  it('updates fields that were not edited', () => {
    const { draft } = openPage();
    draft.type('lastName', 'Berg');
    draft.merge(profile({ firstName: 'Mari', version: 2 }));
    expect(draft.get()).toMatchObject({ values: { firstName: 'Mari', lastName: 'Berg' }, conflicts: [] });
  });

  it('reports a conflict in an edited field and keeps both values, however often the profile arrives', () => {
    const { draft } = openPage();
    draft.type('lastName', 'Berg');
    draft.merge(strand());
    draft.merge(strand());
    const { values, base, conflicts } = draft.get();
    expect([values.lastName, base.lastName, conflicts]).toEqual(['Berg', 'Strand', ['lastName']]);
  });

  it('reports no conflict when both values are equal', () => {
    const { draft } = openPage();
    draft.type('lastName', 'Berg');
    draft.merge(profile({ lastName: 'Berg', version: 2 }));
    expect(draft.get()).toMatchObject({ edited: [], conflicts: [] });
  });

  it('lets the person choose either value', async () => {
    const mine = openPage();
    mine.draft.type('lastName', 'Berg');
    mine.draft.merge(strand());
    mine.draft.keepLocalValue('lastName');
    expect(mine.draft.get()).toMatchObject({ values: { lastName: 'Berg' }, edited: ['lastName'], conflicts: [] });
    const theirs = openPage();
    theirs.draft.type('lastName', 'Berg');
    theirs.draft.merge(strand());
    theirs.draft.acceptServerValue('lastName');
    expect(theirs.draft.get()).toMatchObject({ values: { lastName: 'Strand' }, edited: [], conflicts: [] });
  });

  it('ignores a profile that is older than the last save', async () => {
    const { draft } = openPage();
    draft.type('lastName', 'Berg');
    await draft.save();
    draft.merge(profile());
    expect(draft.get().values.lastName).toBe('Berg');
  });
});

describe('save', () => {
  it('sends edited groups only, and keeps the edits of a rejected one', async () => {
    const { draft, browser } = openPage();
    draft.type('phoneNumber', '031 123');
    draft.type('city', 'Nowhere');
    const outcomes = await draft.save();
    expect(outcomes.map(({ group, error }) => [group, error?.code])).toEqual([
      ['address', 'account.unknown_state'],
      ['phone', undefined],
    ]);
    expect(draft.get()).toMatchObject({ values: { phoneNumber: '+4631123', city: 'Nowhere' }, edited: ['city'] });
    expect(browser.stored).toMatchObject({ city: 'Nowhere' });
  });

  it('keeps edits that were made during the save, without a conflict', async () => {
    const { draft, server } = openPage();
    draft.type('lastName', 'Berg');
    const saving = draft.save();
    draft.type('lastName', 'Bergman');
    await saving;
    expect(server.saves).toEqual(['Berg']);
    expect(draft.get()).toMatchObject({ base: { lastName: 'Berg' }, values: { lastName: 'Bergman' }, conflicts: [] });
  });

  it('shows the conflict instead of overwriting a newer version', async () => {
    const { draft, server } = openPage();
    draft.type('lastName', 'Berg');
    server.profile = strand();
    expect((await draft.save())[0]?.error?.code).toBe('account.stale');
    expect([server.saves, draft.get().conflicts]).toEqual([[], ['lastName']]);
    draft.keepLocalValue('lastName');
    await draft.save();
    expect([server.saves, draft.get().edited]).toEqual([['Berg'], []]);
  });
});

describe('a stored draft', () => {
  const stored = { lastName: 'Berg', 'was.lastName': 'Lindqvist', conflicts: '' };

  it('restores edits and deletes those that the account has', () => {
    expect(openPage(profile(), stored).draft.get()).toMatchObject({ values: { lastName: 'Berg' }, conflicts: [] });
    const { draft, browser } = openPage(profile({ lastName: 'Berg' }), stored);
    expect([draft.get().edited, browser.stored]).toEqual([[], null]);
  });

  it('reports a conflict with changes made since', () => {
    expect(openPage(strand(), stored).draft.get().conflicts).toEqual(['lastName']);
  });

  it('restores undecided conflicts', () => {
    const undecided = { ...stored, 'was.lastName': 'Strand', conflicts: 'lastName' };
    const { draft, browser } = openPage(strand(), undecided);
    expect(draft.get().conflicts).toEqual(['lastName']);
    draft.type('lastName', 'Bergm');
    expect(openPage(strand(), browser.stored).draft.get().conflicts).toEqual(['lastName']);
  });

  it('ignores unknown fields', () => {
    expect(openPage(profile(), { nonsense: 'x' }).draft.get().edited).toEqual([]);
  });

  it('is not deleted by a page without edits', () => {
    const { draft, browser } = openPage();
    browser.stored = stored;
    draft.merge(strand());
    expect(browser.stored).toBe(stored);
  });
});
