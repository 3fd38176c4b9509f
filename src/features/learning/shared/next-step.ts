/** Kinds of next steps, the most important first. */
const nextSteps = ['application', 'returned_dive', 'discover', 'course', 'offer'] as const;
export type NextStep = (typeof nextSteps)[number];

/**
 * The one thing to do next, which is the dashboard's only filled button. A course that is offered comes from the same
 * list as in the shop.
 */
export function findNextStep(isOpen: Readonly<Record<NextStep, boolean>>): NextStep | null {
  return nextSteps.find((step) => isOpen[step]) ?? null;
}
