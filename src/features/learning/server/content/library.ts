import { basename, join, resolve } from 'node:path';
import { listCourseFolders, readCourse, type Course, type CourseText } from './course.ts';
import { ContentErrors } from './content-errors.ts';
import { courseCacheFolder, loadCachedCourse } from './course-cache.ts';
import type { Culture } from '#features/learning/shared/rules.ts';

export const contentRoot = resolve(import.meta.dirname, '../../../../../content');

/** Courses are loaded on first use. */
export interface Library {
  /** Loads and validates every course; throws an error that lists all problems. */
  list(): readonly Course[];
  find(packageId: string): Course | undefined;
  /** Reloads a course whose files changed (`npm run dev`). If it has errors, the loaded version stays in use. */
  reload(packageId: string): void;
}

/** Caches loaded courses in `cacheFolder`, if set. */
export function openLibrary(root = contentRoot, cacheFolder: string | null = null): Library {
  const names = new Set(listCourseFolders(root).map((folder) => basename(folder)));
  const courses = new Map<string, Course>();
  const read = (requested: Iterable<string>) => {
    const errors = new ContentErrors();
    for (const name of requested) {
      const folder = join(root, name);
      const readFiles = () => {
        const course = readCourse(join(root, '..'), folder, errors);
        return errors.list.length === 0 ? course : null;
      };
      const course = cacheFolder === null ? readFiles() : loadCachedCourse(cacheFolder, folder, readFiles);
      if (course) courses.set(name, course);
    }
    if (errors.list.length > 0) throw new Error(`invalid course content:\n${errors.list.join('\n')}`);
  };
  return {
    list() {
      read([...names].filter((name) => !courses.has(name)));
      return [...names].flatMap((name) => courses.get(name) ?? []);
    },
    find(packageId) {
      if (names.has(packageId) && !courses.has(packageId)) read([packageId]);
      return courses.get(packageId);
    },
    reload: (packageId) => read([packageId]),
  };
}

/** Shared by the whole process. */
export const library = openLibrary(contentRoot, courseCacheFolder);

/** Falls back to en-US. */
export function getCourseText(course: Course, culture: Culture): CourseText {
  return course.texts.get(culture) ?? (course.texts.get('en-US') as CourseText);
}
