import { createAutosave, type Changes } from '../../../platform/web/autosave.ts';
import { unsentBox, useAutosave } from '../../../platform/web/use-autosave.ts';
import type { Application, Exercise } from '../shared/application.ts';
import { applications } from './client.ts';
import { fetchApplication, keepApplication } from './queries.ts';
import { judgeRefusal } from './review-refusal.ts';

/** What the instructor fills in: each exercise by its name, and the word to the association. */
type ReviewChange = Exercise | string;
const word = 'recommendation';
const ofExercise = 'exercise:';

interface Reviewed {
  exercises: Readonly<Record<string, Exercise>>;
  recommendation: string;
}

export function useReviewAutosave(application: Application) {
  return useAutosave(application, () => createReviewAutosave(application));
}
export type ReviewAutosave = ReturnType<typeof createReviewAutosave>;

export const exerciseChange = (id: string, exercise: Exercise): Changes<ReviewChange> => ({
  [ofExercise + id]: exercise,
});
export const wordChange = (text: string): Changes<ReviewChange> => ({ [word]: text });

function createReviewAutosave(application: Application) {
  const { id } = application;
  return createAutosave<Application, ReviewChange, Reviewed>({
    known: application,
    box: unsentBox(`review:${id}`),
    view: reviewOf,
    put: async (changes, { version }) => {
      const { exercises, recommendation } = sorted(changes);
      const next = await applications('PUT Applications/{id}', {
        params: { id },
        body: {
          version,
          ...(Object.keys(exercises).length > 0 && { exercises }),
          ...(recommendation !== undefined && { recommendation }),
        },
      });
      keepApplication(next);
      return { known: next, at: new Date(next.updatedDate) };
    },
    fetch: () => fetchApplication(id),
    judge: judgeRefusal,
    isOlder: (next, known) => next.version < known.version,
    isSame: (some, other) => JSON.stringify(some) === JSON.stringify(other),
    browser: window,
  });
}

function sorted(changes: Changes<ReviewChange>): { exercises: Record<string, Exercise>; recommendation?: string } {
  const exercises: Record<string, Exercise> = {};
  for (const [name, value] of Object.entries(changes))
    if (name.startsWith(ofExercise) && typeof value === 'object') exercises[name.slice(ofExercise.length)] = value;
  const { [word]: recommendation } = changes;
  return { exercises, ...(typeof recommendation === 'string' && { recommendation }) };
}

function reviewOf(known: Application, changes: Changes<ReviewChange>): Reviewed {
  const { exercises, recommendation = known.recommendation } = sorted(changes);
  return { exercises: { ...known.exercises, ...exercises }, recommendation };
}
