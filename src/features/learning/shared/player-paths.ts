import type { AttemptKind, NextStep } from './course-contract.ts';

export const coursePath = (packageId: string) => `/training/course/${packageId}`;

const playerPath = (packageId: string, query: string) => `/training/content/${packageId}?${query}`;

/** A lesson is named `section/lesson`, and a slash may stand in a query as it is. */
export const lessonPath = (packageId: string, lesson: string) => playerPath(packageId, `lesson=${lesson}`);

/** A part of a course that others made. */
export const itemPath = (packageId: string, item: string) => playerPath(packageId, `item=${item}`);

export function testPath(packageId: string, kind: AttemptKind, section: string, attempt?: string): string {
  const query = kind === 'exam' ? 'exam' : `${kind}=${section}`;
  return playerPath(packageId, attempt === undefined ? query : `${query}&attempt=${attempt}`);
}

export function stepPath(packageId: string, step: Pick<NextStep, 'kind' | 'id'>): string {
  return step.kind === 'lesson' ? lessonPath(packageId, step.id) : testPath(packageId, step.kind, step.id);
}
