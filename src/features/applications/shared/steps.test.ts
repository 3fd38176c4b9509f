import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canEdit, canTakeStep } from './policy.ts';
import { actions, applicationRoles, applicationStates, findStep, steps, getTurn } from './steps.ts';

const reachable = (): Set<string> => {
  const seen = new Set<string>(['Draft']);
  for (let before = 0; before < seen.size;) {
    before = seen.size;
    for (const { from, to } of steps) if (from.some((state) => seen.has(state))) seen.add(to);
  }
  return seen;
};

describe('steps', () => {
  it('lists each action once', () => {
    expect(steps.map(({ action }) => action)).toEqual([...actions]);
  });

  it('leads from a draft to every state, and out of no final one', () => {
    expect(reachable()).toEqual(new Set(applicationStates));
    const fromCompleted = steps.filter(({ from }) => from.includes('Completed'));
    expect(fromCompleted).toEqual([]);
    const fromRejected = steps.filter(({ from }) => from.includes('Rejected'));
    expect(fromRejected.map(({ action }) => action)).toEqual(['undo']);
  });

  it('lets a store open and return it until the instructor decides, and nothing else', () => {
    const possible = actions.flatMap((action) =>
      applicationStates.filter((state) => canTakeStep(action, 'store', state)).map((state) => [action, state]),
    );
    expect(possible).toEqual([
      ['open', 'SubmittedToInstructor'],
      ['return', 'MemberReview'],
    ]);
  });

  it('gives a turn only to roles with a step, or to the applicant when payment is due', () => {
    for (const state of applicationStates) {
      const turn = getTurn(state);
      const own = steps.filter(({ by, from }) => by === turn && from.includes(state));
      expect([turn === null || state === 'PaymentDue', own.length === 0]).toEqual(
        turn === null || state === 'PaymentDue' ? [true, true] : [false, false],
      );
    }
  });

  it("allows edits only during one's turn", () => {
    const editing = applicationRoles.flatMap((role) =>
      applicationStates.filter((state) => canEdit(role, state)).map((state) => [role, getTurn(state)]),
    );
    expect(editing.filter(([role, turn]) => role !== turn)).toEqual([]);
    expect(canEdit('applicant', 'Draft')).toBe(true);
    expect(canEdit('instructor', 'MemberReview')).toBe(true);
  });

  it('never completes without instructor, desk and payment', () => {
    const needed = ['open', 'send', 'approve', 'complete'];
    let cards = 0;
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 20 }), (choices) => {
        let state: (typeof applicationStates)[number] = 'Draft';
        const taken: string[] = [];
        for (const choice of choices) {
          // The server undoes only the latest desk decision.
          const isDecided = ['send_back', 'approve', 'reject'].includes(taken.at(-1) ?? '');
          const possible = steps.filter(
            ({ action, by }) => canTakeStep(action, by, state) && (action !== 'undo' || isDecided),
          );
          if (possible.length === 0) break;
          const { action } = possible[choice % possible.length] ?? findStep('submit');
          state = findStep(action).to;
          taken.push(action);
        }
        const isCard = state === 'Completed';
        if (isCard) cards++;
        // Only steps after the applicant last held it count.
        const last = taken.slice(taken.lastIndexOf('submit'));
        expect(isCard ? last : needed).toEqual(expect.arrayContaining(needed));
      }),
      { numRuns: 500, seed: 10 },
    );
    expect(cards).toBeGreaterThan(20);
  });
});
