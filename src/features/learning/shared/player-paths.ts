import type { AttemptKind, NextStep } from './course-contract.ts';

export const coursePath = (packageId: string) => `/training/course/${packageId}`;

const playerPath = (packageId: string, query: string) => `/training/content/${packageId}?${query}`;

/** Lessons are named `section/lesson`; a slash is valid in a query and needs no encoding. */
export const lessonPath = (packageId: string, lesson: string) => playerPath(packageId, `lesson=${lesson}`);

/** An item of a SCORM course. */
export const itemPath = (packageId: string, item: string) => playerPath(packageId, `item=${item}`);

export function testPath(packageId: string, kind: AttemptKind, section: string, attempt?: string): string {
  const query = kind === 'exam' ? 'exam' : `${kind}=${section}`;
  return playerPath(packageId, attempt === undefined ? query : `${query}&attempt=${attempt}`);
}

export function stepPath(packageId: string, step: Pick<NextStep, 'kind' | 'id'>): string {
  return step.kind === 'lesson' ? lessonPath(packageId, step.id) : testPath(packageId, step.kind, step.id);
}
