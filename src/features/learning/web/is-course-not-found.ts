import { ApiError } from '#platform/web/client/client.ts';

/** A course that is not there, or an id that none could have. */
export function isCourseNotFound(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}
