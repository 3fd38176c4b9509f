import { describe, expect, it } from 'vitest';
import type { Application } from '#features/applications/shared/application.ts';
import {
  change,
  toApplicantValues,
  toApplicationInput,
  isSameValues,
  pickUnsavedChanges,
} from './applicant-changes.ts';

const card = { place: 'advanced', licenseID: 7, outsideId: null };
const application = {
  instructor: { memberNumber: 100_001 },
  store: null,
  certificationCards: [card],
  firstAid: { date: null, provider: '', isElsewhere: false },
  exercises: { swim_400: { score: 3, isConfirmed: true } },
  statement: 'Hello',
  teachingAddress: null,
} as unknown as Application;

describe('applicant changes', () => {
  it('merges unsent changes into the stored values', () => {
    const changes = {
      ...change.exercise('swim_400', null),
      ...change.exercise('tow_100', 4),
      ...change.statement('Hi'),
    };
    expect(toApplicantValues(application, changes)).toMatchObject({
      cards: { advanced: { licenseID: 7 } },
      scores: { tow_100: 4 },
      statement: 'Hi',
    });
  });

  it('sends each part separately, so changes of another device survive', () => {
    const changes = {
      ...change.card('rescue', { licenseID: 8 }),
      ...change.exercise('tow_100', 4),
      ...change.store(null),
    };
    expect(toApplicationInput(changes, 5)).toEqual({
      version: 5,
      storeNumber: null,
      certificationCards: { rescue: { licenseID: 8 } },
      exercises: { tow_100: { score: 4, isConfirmed: false } },
    });
    expect(
      toApplicationInput(change.address({ ...toApplicantValues(application, {}).address, city: 'Kiel' }), 5),
    ).toBeNull();
  });

  it('drops changes the server already has', () => {
    const same = { ...change.instructor(100_001), ...change.exercise('swim_400', 3), ...change.statement('Hello') };
    expect(pickUnsavedChanges(application, same)).toEqual({});
    expect(pickUnsavedChanges(application, change.instructor(100_002))).toEqual({ memberNumber: 100_002 });
  });

  it('ignores differences in normalization', () => {
    const typed = toApplicantValues(application, change.statement('  hello '));
    expect(isSameValues(typed, toApplicantValues(application, {}))).toBe(true);
    expect(isSameValues(typed, toApplicantValues(application, change.statement('Bye')))).toBe(false);
  });
});
