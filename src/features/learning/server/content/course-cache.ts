import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fingerprintFiles } from '#platform/server/files/fingerprint.ts';
import type { Culture } from '#features/learning/shared/rules.ts';
import type { Course, CourseText } from './course.ts';

const root = resolve(import.meta.dirname, '../../../../..');
/** Next to the web build. */
export const courseCacheFolder: string = join(root, 'dist/courses');

const hashLength = 16;

/** Source files that affect how course files are compiled. */
const compilerInputs = ['package-lock.json', 'src/features/learning/{server/content,shared}/*.ts'];

/**
 * Caches courses without errors, because reading all of them in all languages would add seconds to every start. Each
 * language is a file that is read when it is first used.
 */
export function loadCachedCourse(cacheFolder: string, folder: string, read: () => Course | null): Course | null {
  const path = join(cacheFolder, `${basename(folder)}-${fingerprint(folder)}`);
  const cached = readCache(path, read);
  if (cached) return cached;
  const course = read();
  return course && writeCache(path, course) ? readCache(path, read) : course;
}

function fingerprint(folder: string): string {
  const parts = [fingerprintFiles(root, compilerInputs), fingerprintFiles(folder, ['**/*.*'])];
  return createHash('sha256').update(parts.join()).digest('hex').slice(0, hashLength);
}

interface CachedCourse extends Omit<Course, 'texts'> {
  cultures: Culture[];
}

const textPath = (path: string, culture: Culture) => `${path}.${culture}.json`;

function readCache(path: string, read: () => Course | null): Course | null {
  try {
    const { cultures, ...course } = JSON.parse(readFileSync(`${path}.json`, 'utf8')) as CachedCourse;
    return cultures.every((culture) => existsSync(textPath(path, culture)))
      ? { ...course, texts: openTexts(path, cultures, read) }
      : null;
  } catch {
    return null;
  }
}

function openTexts(path: string, cultures: readonly Culture[], read: () => Course | null): Course['texts'] {
  const texts = new Map<Culture, CourseText | undefined>();
  return {
    get(culture) {
      if (cultures.includes(culture) && !texts.has(culture))
        // A newer process deletes the files of a course that has changed since.
        texts.set(culture, readText(textPath(path, culture)) ?? read()?.texts.get(culture));
      return texts.get(culture);
    },
    has: (culture) => cultures.includes(culture),
    keys: () => cultures.values(),
  };
}

function readText(path: string): CourseText | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as CourseText;
  } catch {
    return null;
  }
}

/** Returns false if the cache can't be written. */
function writeCache(path: string, { texts, ...course }: Course): boolean {
  const cacheFolder = dirname(path);
  const cultures = [...texts.keys()];
  try {
    mkdirSync(cacheFolder, { recursive: true });
    for (const culture of cultures) writeWhole(textPath(path, culture), texts.get(culture));
    // Written last, because it says which files are complete.
    writeWhole(`${path}.json`, { ...course, cultures } satisfies CachedCourse);
    for (const file of globSync(`${course.packageId}-${'?'.repeat(hashLength)}.*`, { cwd: cacheFolder }))
      if (!file.startsWith(`${basename(path)}.`)) rmSync(join(cacheFolder, file), { force: true });
    return true;
  } catch {
    // The cache is optional: if the folder is not writable, courses are read on every start.
    return false;
  }
}

/** Writes to a temporary file and renames it, because other processes may read or write the cache at the same time. */
function writeWhole(path: string, content: unknown): void {
  const temporary = `${path}.${process.pid}`;
  try {
    writeFileSync(temporary, JSON.stringify(content));
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}
