import { describe, expect, it } from 'vitest';
import type { SignatureValue } from '#ui/signature/signature-field.tsx';
import { questionnaire } from '#features/forms/web/fill/questionnaire-testing.ts';
import { findMissingItems } from './missing-items.ts';

const drawn: SignatureValue = {
  method: 'drawn',
  strokes: [[10, 10, 60, 80, 90, 20, 130, 90, 170, 30, 200, 90, 240, 40, 300, 80]],
};
const all = {
  forms: [questionnaire],
  answers: { 'm.q1': 'no', 'm.q2': 'no', 'm.q3': 'no', 'm.q4': 'no', 'm.q5': 'no' },
  acknowledged: new Set(['m']),
  signature: drawn,
  isOtherName: false,
};

describe('findMissingItems', () => {
  it('is empty when everything is answered, acknowledged and signed', () => {
    expect(findMissingItems(all)).toEqual([]);
  });

  it('reports unanswered questions by number, those in a box by their opener', () => {
    const found = findMissingItems({ ...all, answers: { ...all.answers, 'm.q1': 'yes', 'm.q4': '', 'm.a1': 'no' } });
    expect(found.map((item) => item.kind === 'question' && [item.number, item.text])).toEqual([
      ['4', 'Fourth?'],
      ['1', 'Second in the box?'],
    ]);
  });

  it('reports a missing acknowledgement by its form', () => {
    expect(findMissingItems({ ...all, acknowledged: new Set() })).toEqual([
      { kind: 'acknowledgement', formId: 'm', title: 'A questionnaire' },
    ]);
  });

  it.each<[string, SignatureValue, string | undefined]>([
    ['nothing drawn', { method: 'drawn', strokes: [] }, 'missing'],
    ['one dot', { method: 'drawn', strokes: [[5, 5]] }, 'too_small'],
    ['nothing typed', { method: 'typed', typedName: '  ' }, 'missing'],
    ['a name', { method: 'typed', typedName: 'Nora Fjord' }, undefined],
  ])('checks the signature: %s', (_what, signature, problem) => {
    expect(findMissingItems({ ...all, signature })).toEqual(
      problem === undefined ? [] : [{ kind: 'signature', problem }],
    );
  });

  it('reports a typed name that the server rejected', () => {
    const signature: SignatureValue = { method: 'typed', typedName: 'Nora' };
    expect(findMissingItems({ ...all, signature, isOtherName: true })).toEqual([
      { kind: 'signature', problem: 'other_name' },
    ]);
  });
});
