import { ApiError } from '#platform/web/client/client.ts';

/** Invalid ids return 400, unknown courses 404. */
export function isCourseNotFound(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}
