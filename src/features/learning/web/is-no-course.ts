import { ApiError } from '../../../platform/web/client.ts';

/** A course that is not there, or an id that none could have. */
export function isNoCourse(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}
