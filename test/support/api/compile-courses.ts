import { library } from '#features/learning/server/content/library.ts';

/** Compiles the courses once. In a new clone each worker would spend ten seconds on it within its first test. */
export function setup(): void {
  library.list();
}
