import type { Course } from '#features/logbook/shared/skills.ts';

/** The URL of the training form. The title is free text or the id of an adventure dive. */
export function getTrainingFormPath(course: Course, number: number, title: string): string {
  return `/logbook/log-dive/training/create/${course}/${number}/${encodeURIComponent(title)}`;
}
