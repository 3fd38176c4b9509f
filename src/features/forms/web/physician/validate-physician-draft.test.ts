import { expect, it } from 'vitest';
import { validatePhysicianDraft } from './validate-physician-draft.ts';
import type { PhysicianDraft } from './physician-draft.ts';

const drawn = [[20, 100, 80, 40, 140, 150, 200, 60, 260, 140, 320, 80, 380, 120, 440, 90]];
const whole: PhysicianDraft = {
  decision: 'approved',
  name: 'Dr. Amaya Sol',
  license: 'MP 0471',
  phone: '+27 21 555 01 42',
  clinic: 'Harbor Practice',
  remarks: '',
  signature: { method: 'drawn', strokes: drawn },
  isAcknowledged: true,
};

it('validatePhysicianDraft accepts a complete draft, drawn or typed', () => {
  expect(validatePhysicianDraft(whole)).toEqual({});
  expect(validatePhysicianDraft({ ...whole, signature: { method: 'typed', typedName: 'dr amaya sol' } })).toEqual({});
});

it.each([
  ['a decision', { decision: null }, { decision: 'forms.physician.decision_missing' }],
  ['a name', { name: ' ' }, { name: 'forms.physician.name_missing' }],
  ['a clinic', { clinic: '' }, { clinic: 'forms.physician.clinic_missing' }],
  ['the box', { isAcknowledged: false }, { isAcknowledged: 'forms.physician.not_acknowledged' }],
  ['a signature', { signature: { method: 'drawn', strokes: [] } }, { signature: 'forms.physician.signature_missing' }],
] as const)('validatePhysicianDraft reports that %s is missing', (_what, changes, problems) => {
  expect(validatePhysicianDraft({ ...whole, ...changes } as PhysicianDraft)).toEqual(problems);
});

it('validatePhysicianDraft rejects a dot and another name as a signature', () => {
  const dot: PhysicianDraft = { ...whole, signature: { method: 'drawn', strokes: [[10, 10, 11, 11]] } };
  const other: PhysicianDraft = { ...whole, signature: { method: 'typed', typedName: 'Another Name' } };
  expect(validatePhysicianDraft(dot)).toEqual({ signature: 'error.forms.signature_too_small' });
  expect(validatePhysicianDraft(other)).toEqual({ signature: 'forms.physician.name_differs' });
});
