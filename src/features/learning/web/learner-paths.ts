import { currentUrl } from '#platform/web/session/page-url.ts';
import { currentToken } from '#platform/web/session/session.ts';
import type { AttemptKind, NextStep } from '#features/learning/shared/course-contract.ts';
import * as paths from '#features/learning/shared/player-paths.ts';

/** Returns the child whose course a guardian has opened (`?for=` in the URL); undefined for one's own courses. */
export function getLearnerId(): number | undefined {
  const id = Number(currentUrl().searchParams.get('for') ?? '0');
  return Number.isSafeInteger(id) && id > 0 && id !== currentToken()?.affiliateId ? id : undefined;
}

/** Keeps the learner in links between pages of a course. */
function withLearner(path: string): string {
  const id = getLearnerId();
  return id === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}for=${id}`;
}

export const coursePath = (packageId: string) => withLearner(paths.coursePath(packageId));

export const lessonPath = (packageId: string, lesson: string) => withLearner(paths.lessonPath(packageId, lesson));

export function testPath(packageId: string, kind: AttemptKind, section: string, attempt?: string): string {
  return withLearner(paths.testPath(packageId, kind, section, attempt));
}

export function stepPath(packageId: string, step: Pick<NextStep, 'kind' | 'id'>): string {
  return withLearner(paths.stepPath(packageId, step));
}
