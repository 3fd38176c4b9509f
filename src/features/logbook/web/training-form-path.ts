import type { Course } from '#features/logbook/shared/skills.ts';

/** The form of a training dive: which course, which dive of it, and what it is called, or which adventure dive it is. */
export function getTrainingFormPath(course: Course, number: number, title: string): string {
  return `/logbook/log-dive/training/create/${course}/${number}/${encodeURIComponent(title)}`;
}
