import { lazy, Suspense } from 'react';
import { ensureMessages } from '#platform/web/i18n/i18n.tsx';
import { withMessages } from '#platform/web/i18n/use-messages.tsx';
import { storeTourStep, useTourStep } from '#platform/web/session/tour-step.ts';
import { findTourPerson } from './tour-people.ts';

const TourCard = lazy(async () => {
  const [{ TourCard }] = await Promise.all([import('./tour-card.tsx'), ensureMessages('tour')]);
  return { default: withMessages(['tour'], TourCard) };
});

/** The tour that a demo person has started in this tab. */
export function Tour({ email }: { email: string | null }) {
  const number = useTourStep();
  const person = findTourPerson(email);
  if (number === null || person === undefined) return null;
  return (
    <Suspense>
      <TourCard person={person} number={number} onChange={storeTourStep} />
    </Suspense>
  );
}
