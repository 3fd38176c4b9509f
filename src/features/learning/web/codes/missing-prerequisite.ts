import { isApiError } from '#platform/web/client/api-errors.ts';

export interface MissingPrerequisite {
  /** The name of the certification to earn first. */
  level: string;
  /** The package of the course that leads to it. */
  course: string | undefined;
}

/** Returns null for any other error. */
export function readMissingPrerequisite(error: unknown): MissingPrerequisite | null {
  if (!isApiError(error) || error.code !== 'learning.code_prerequisite') return null;
  const valueAt = (path: string) => error.entries.find((entry) => entry.path === path)?.now;
  return { level: valueAt('level') ?? '', course: valueAt('course') };
}
