import { createIntl } from 'react-intl';
import { describe, expect, it } from 'vitest';
import type { RequirementResult } from '#features/applications/shared/requirements.ts';
import { problems } from '#features/applications/shared/requirements.ts';
import applications from '#features/applications/shared/messages/en-US.json' with { type: 'json' };
import association from '#features/association/shared/messages/en-US.json' with { type: 'json' };
import {
  formatRequirementName,
  daysSince,
  formatRequirementFact,
  formatOpenRequirement,
  getWaitingTone,
} from './application-format.ts';
import { listReturnFields, suggestReasons } from './return-fields.ts';

const intl = createIntl({
  locale: 'en-US',
  messages: { ...applications, ...association } as never,
  onError: (error) => {
    throw error;
  },
});
const now = new Date('2026-11-16T09:00:00Z');
const createResult = (changes: Partial<RequirementResult>): RequirementResult => ({
  id: 'dives',
  kind: 'dives',
  isMet: false,
  have: null,
  need: null,
  date: null,
  problem: null,
  parts: [],
  ...changes,
});
const medical = createResult({ id: 'medical', kind: 'medical', problem: 'too_old', need: 12, date: '2025-11-15' });
const dives = createResult({ problem: 'too_few', have: 53, need: 60 });
const age = createResult({ id: 'age', kind: 'age', isMet: true, have: 27, need: 18, date: '1999-02-02' });

describe('waiting time', () => {
  it('is counted in full days', () => {
    expect(daysSince('2026-11-15T09:00:01Z', now)).toBe(0);
    expect(daysSince('2026-11-15T09:00:00Z', now)).toBe(1);
    expect(daysSince('2026-11-17T09:00:00Z', now)).toBe(0);
  });

  it.each([
    [0, undefined],
    [4, undefined],
    [5, 'due'],
    [6, 'due'],
    [7, 'late'],
    [30, 'late'],
  ])('of %i days has the tone %s', (days, look) => {
    expect(getWaitingTone(days)).toBe(look);
  });
});

describe('formatOpenRequirement', () => {
  it('returns a short description', () => {
    expect(formatOpenRequirement(intl, medical, now)).toBe('Medical: 13 months old');
    expect(formatOpenRequirement(intl, dives, now)).toBe('53 of 60 dives');
    const kinds = createResult({
      id: 'dive_kinds',
      kind: 'dive_kinds',
      problem: 'kinds_missing',
      parts: [
        { id: 'night', have: 0, isMet: false },
        { id: 'deep', have: 2, isMet: true },
      ],
    });
    expect(formatOpenRequirement(intl, kinds, now)).toBe('Missing dives: Night');
  });

  it('has a message for every problem', () => {
    const covered = Object.keys(association).flatMap((id) => /^association\.open\.\w+\.(\w+)$/.exec(id)?.[1] ?? []);
    expect(new Set(covered)).toEqual(new Set(problems));
  });
});

describe('formatRequirementFact', () => {
  it('returns the evidence', () => {
    expect([formatRequirementName(intl, age), formatRequirementFact(intl, age)]).toEqual([
      '18 or older',
      'Born Feb 2, 1999',
    ]);
    expect(formatRequirementFact(intl, createResult({ isMet: true, have: 74, need: 60 }))).toBe('74 (60 required)');
    expect(formatRequirementFact(intl, createResult({ id: 'card_rescue', kind: 'card', isMet: true }))).toBe('');
  });
});

describe('listReturnFields and suggestReasons', () => {
  it('list open requirements first, then the other requirements and fields', () => {
    const fields = listReturnFields([age, medical, dives]);
    expect(fields.slice(0, 3)).toEqual(['medical', 'dives', 'age']);
    expect(fields).toContain('signature');
  });

  it('suggest the findings of the checks', () => {
    expect([...suggestReasons(intl, [age, medical])]).toEqual([
      ['medical', 'Nov 15, 2025 is more than 12 months ago.'],
    ]);
  });
});
