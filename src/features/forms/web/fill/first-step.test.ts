import { describe, expect, it } from 'vitest';
import type { Draft, FormView, Signer } from '#features/forms/shared/contract.ts';
import { findFirstStep } from './first-step.ts';
import { questionnaire } from './questionnaire-testing.ts';

const text: FormView = { ...questionnaire, id: 't', title: 'A text', sections: [] };
const signer = (isSigned: boolean): Signer => ({
  role: 'diver',
  name: 'Ylva',
  isYou: true,
  signedDate: isSigned ? '2026-11-18T08:00:00Z' : null,
  method: null,
  strokes: null,
  typedName: null,
  onPhoneOf: null,
});
const answers = Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`m.q${number}`, 'no']));
const find = (given: Record<string, string>, acknowledged: string[], isOwn = true, isSigned = false) =>
  findFirstStep(
    { forms: [questionnaire, text], signers: [signer(isSigned)], isOwn } as unknown as Draft,
    given,
    new Set(acknowledged),
  );

describe('findFirstStep', () => {
  it('is the first form with something missing, or the signature', () => {
    expect(find({}, [])).toBe(0);
    expect(find({ ...answers, 'm.q1': 'yes' }, ['t'])).toBe(0);
    expect(find(answers, [])).toBe(1);
    expect(find(answers, ['t'])).toBe(2);
  });

  it('is the signature for those who have signed', () => {
    expect(find(answers, [], true, true)).toBe(2);
  });

  it('is the first form for a guardian, who has to read the answers', () => {
    expect(find(answers, [], false)).toBe(0);
    expect(find(answers, ['t'], false)).toBe(2);
  });
});
