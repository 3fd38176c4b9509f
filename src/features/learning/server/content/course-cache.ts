import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Course } from './course.ts';

const root = resolve(import.meta.dirname, '../../../../..');
/** Next to the web build. */
export const courseCacheFolder: string = join(root, 'dist/courses');

const hashLength = 16;

/** Source files that affect how course files are compiled. */
const compilerInputs = ['package-lock.json', 'src/features/learning/{server/content,shared}/*.ts'];

/** Caches courses without errors, because reading all of them in all languages would add seconds to every start. */
export function loadCachedCourse(cacheFolder: string, folder: string, read: () => Course | null): Course | null {
  const path = join(cacheFolder, `${basename(folder)}-${fingerprint(folder)}.json`);
  const cached = readCache(path);
  if (cached) return cached;
  const course = read();
  if (course) writeCache(path, course);
  return course;
}

function fingerprint(folder: string): string {
  const hash = createHash('sha256');
  for (const [cwd, patterns] of [
    [root, compilerInputs],
    [folder, ['**/*.*']],
  ] as const)
    for (const file of globSync(patterns, { cwd }).toSorted())
      hash
        .update(file)
        .update('\0')
        .update(readFileSync(join(cwd, file)));
  return hash.digest('hex').slice(0, hashLength);
}

function readCache(path: string): Course | null {
  try {
    const { texts, ...course } = JSON.parse(readFileSync(path, 'utf8')) as Course & { texts: [] };
    return { ...course, texts: new Map(texts) };
  } catch {
    return null;
  }
}

/** Writes to a temporary file and renames it, because other processes may read or write the cache at the same time. */
function writeCache(path: string, course: Course): void {
  const cacheFolder = dirname(path);
  const temporary = `${path}.${process.pid}`;
  try {
    mkdirSync(cacheFolder, { recursive: true });
    writeFileSync(temporary, JSON.stringify({ ...course, texts: [...course.texts] }));
    const outdated = globSync(`${course.packageId}-${'?'.repeat(hashLength)}.json`, { cwd: cacheFolder });
    renameSync(temporary, path);
    for (const file of outdated) if (file !== basename(path)) rmSync(join(cacheFolder, file), { force: true });
  } catch {
    // The cache is optional: if the folder is not writable, courses are read on every start.
    rmSync(temporary, { force: true });
  }
}
