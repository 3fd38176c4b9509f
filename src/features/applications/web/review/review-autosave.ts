import { createDraft } from '#platform/web/sync/draft.ts';
import type { Changes } from '#platform/web/sync/draft-options.ts';
import { createChangeStorage, useDraft } from '#platform/web/sync/use-draft.ts';
import type { Application, Exercise } from '#features/applications/shared/application.ts';
import { applicationClient } from '#features/applications/web/client.ts';
import { fetchApplication, cacheApplication } from '#features/applications/web/queries.ts';
import { classifyReviewError } from './review-error.ts';

/** Changes of the instructor: exercises by id, and the recommendation. */
type ReviewChange = Exercise | string;
const recommendationField = 'recommendation';
const exercisePrefix = 'exercise:';

interface ReviewValues {
  exercises: Readonly<Record<string, Exercise>>;
  recommendation: string;
}

export function useReviewAutosave(application: Application) {
  return useDraft(application, () => createReviewAutosave(application));
}
export type ReviewAutosave = ReturnType<typeof createReviewAutosave>;

export const exerciseChange = (id: string, exercise: Exercise): Changes<ReviewChange> => ({
  [exercisePrefix + id]: exercise,
});
export const recommendationChange = (text: string): Changes<ReviewChange> => ({ [recommendationField]: text });

function createReviewAutosave(application: Application) {
  const { id } = application;
  return createDraft<Application, ReviewChange, ReviewValues>({
    known: application,
    storage: createChangeStorage(`review:${id}`),
    view: toReviewValues,
    put: async (changes, { version }) => {
      const { exercises, recommendation } = splitChanges(changes);
      const next = await applicationClient('PUT Applications/{id}', {
        params: { id },
        body: {
          version,
          ...(Object.keys(exercises).length > 0 && { exercises }),
          ...(recommendation !== undefined && { recommendation }),
        },
      });
      cacheApplication(next);
      return { known: next, at: new Date(next.updatedDate) };
    },
    fetch: () => fetchApplication(id),
    resolveError: classifyReviewError,
    isOlder: (next, known) => next.version < known.version,
    isSame: (some, other) => JSON.stringify(some) === JSON.stringify(other),
    browser: window,
  });
}

function splitChanges(changes: Changes<ReviewChange>): {
  exercises: Record<string, Exercise>;
  recommendation?: string;
} {
  const exercises: Record<string, Exercise> = {};
  for (const [name, value] of Object.entries(changes))
    if (name.startsWith(exercisePrefix) && typeof value === 'object')
      exercises[name.slice(exercisePrefix.length)] = value;
  const { [recommendationField]: recommendation } = changes;
  return { exercises, ...(typeof recommendation === 'string' && { recommendation }) };
}

function toReviewValues(known: Application, changes: Changes<ReviewChange>): ReviewValues {
  const { exercises, recommendation = known.recommendation } = splitChanges(changes);
  return { exercises: { ...known.exercises, ...exercises }, recommendation };
}
