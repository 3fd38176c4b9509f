import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { ContentErrors } from '#features/learning/server/content/content-errors.ts';
import { contentRoot } from '#features/learning/server/content/library.ts';
import { parseYaml } from '#features/learning/server/content/markdown.ts';

const Outline = z.object({
  dives: z.int().default(0),
  exam: z.unknown().optional(),
  sections: z.array(z.object({ id: z.string(), lessons: z.array(z.string()), quiz: z.unknown().optional() })),
});

interface CourseOutline {
  sections: { id: string; lessons: string[]; hasQuiz: boolean }[];
  hasExam: boolean;
  dives: number;
}

const outlines = new Map<string, CourseOutline>();

/** Reads only the course's outline, because reading all lessons is slow. */
export function listSections(packageId: string): CourseOutline {
  const known = outlines.get(packageId);
  if (known !== undefined) return known;
  const file = join(contentRoot, packageId, 'course.yaml');
  const course = parseYaml({ file, errors: new ContentErrors() }, readFileSync(file, 'utf8'), Outline);
  if (course === null) throw new Error(`course ${packageId} of the demo is not readable`);
  const outline = {
    sections: course.sections.map(({ id, lessons, quiz }) => ({ id, lessons, hasQuiz: quiz !== undefined })),
    hasExam: course.exam !== undefined,
    dives: course.dives,
  };
  outlines.set(packageId, outline);
  return outline;
}

export function listLessons(packageId: string): string[] {
  return listSections(packageId).sections.flatMap(({ id, lessons }) => lessons.map((lesson) => `${id}/${lesson}`));
}
