import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import * as z from 'zod';
import type { Block } from '#features/learning/shared/content.ts';
import { courseKinds, courseLevels, cultures, type Culture } from '#features/learning/shared/rules.ts';
import { confinedSkills } from '#features/learning/shared/skills.ts';
import { validateStructure, validateText, validateTranslation, type LessonLink } from './validation.ts';
import { readDrawingTranslations } from './drawing-translations.ts';
import type { ContentErrors } from './content-errors.ts';
import { readBlocks } from './lesson-blocks.ts';
import { parseMarkdown, parseYaml } from './markdown.ts';
import type { QuestionSource, QuestionContent } from './questions.ts';

const Id = z.string().regex(/^[a-z0-9][a-z0-9-]{0,59}$/);
const percent = z.int().min(1).max(100);
const CourseFile = z.strictObject({
  kind: z.enum(courseKinds),
  level: z.enum(courseLevels),
  isSellable: z.boolean(),
  tags: z.array(Id).default([]),
  logCourse: z.string().optional(),
  confined: z.array(z.enum(confinedSkills)).default([]),
  dives: z.int().min(0).max(20).default(0),
  sections: z
    .array(
      z.strictObject({
        id: Id,
        lessons: z.array(Id).min(1),
        quiz: z.strictObject({ questions: z.int().min(1), passPercent: percent }).optional(),
      }),
    )
    .min(1),
  exam: z
    .strictObject({ questions: z.int().min(1), passPercent: percent, tries: z.int().min(1), minutes: z.int().min(5) })
    .optional(),
});
export type CourseFile = z.output<typeof CourseFile>;

const CourseHead = z.strictObject({
  title: z.string().min(1),
  summary: z.string().min(1),
  certification: z.string().optional(),
  sections: z.record(Id, z.string().min(1)),
});
const LessonHead = z.strictObject({ title: z.string().min(1), minutes: z.int().min(1).max(60) });
const TitleHead = z.strictObject({ title: z.string().min(1) });

export interface LessonContent {
  /** `section/lesson` */
  id: string;
  file: string;
  title: string;
  minutes: number;
  blocks: Block[];
  questions: QuestionContent[];
}
export interface SectionContent {
  id: string;
  title: string;
  lessons: LessonContent[];
  review: QuestionContent[];
  bank: QuestionContent[];
}
/** A course in one language. */
export interface CourseText {
  culture: Culture;
  title: string;
  summary: string;
  certification: string | null;
  description: Block[];
  sections: SectionContent[];
}
export interface Course extends CourseFile {
  packageId: string;
  /** Always includes en-US. Texts may be read when they are first used. */
  texts: Pick<ReadonlyMap<Culture, CourseText>, 'get' | 'has' | 'keys'>;
}

/** Reads a course in all its languages and adds problems to `errors`. */
export function readCourse(root: string, folder: string, errors: ContentErrors): Course | null {
  const packageId = basename(folder);
  const path = join(folder, 'course.yaml');
  const file = relative(root, path);
  if (!existsSync(path)) {
    errors.add(file, 1, 'file not found');
    return null;
  }
  const yaml = readFileSync(path, 'utf8');
  const structure = parseYaml({ file, errors }, yaml, CourseFile);
  if (!structure) return null;
  const texts = new Map<Culture, CourseText>();
  for (const culture of cultures) {
    if (!existsSync(join(folder, culture))) continue;
    const text = readCourseText(root, folder, structure, culture, errors);
    if (text) texts.set(culture, detachStrings(text));
  }
  const source = texts.get('en-US');
  if (!source) {
    errors.add(file, 1, 'the en-US text is missing');
    return null;
  }
  validateStructure({ file, errors }, yaml, structure, source);
  for (const text of texts.values()) if (text !== source) validateTranslation(errors, source, text);
  return { packageId, ...structure, texts };
}

/** Copies all strings, because substrings keep their whole source file in memory and are slow to serialize. */
function detachStrings(text: CourseText): CourseText {
  return JSON.parse(JSON.stringify(text)) as CourseText;
}

function readCourseText(
  root: string,
  folder: string,
  structure: CourseFile,
  culture: Culture,
  errors: ContentErrors,
): CourseText | null {
  const links: LessonLink[] = [];
  const translations = readDrawingTranslations(root, folder, culture, errors);
  const read = <Schema extends z.ZodType>(name: string, schema: Schema) => {
    const path = join(folder, culture, name);
    const source = {
      file: relative(root, path),
      errors,
      links: [],
      packageId: basename(folder),
      media: { root, folder: join(folder, 'media'), culture, translations },
      captionCultures: [culture, ...cultures.filter((other) => other !== culture)],
    } satisfies QuestionSource;
    if (!existsSync(path)) {
      errors.add(source.file, 1, 'file not found');
      return null;
    }
    const { head, nodes } = parseMarkdown(source, readFileSync(path, 'utf8'), schema);
    const parts = head === null ? null : { head, file: source.file, ...readBlocks(source, nodes) };
    links.push(...source.links.map((link: Omit<LessonLink, 'file'>) => ({ ...link, file: source.file })));
    return parts;
  };
  const course = read('course.md', CourseHead);
  if (!course) return null;

  const readLesson = (section: string, name: string): LessonContent[] => {
    const lesson = read(`${section}/${name}.md`, LessonHead);
    if (!lesson) return [];
    const { head, file, blocks, questions } = lesson;
    if (questions.length === 0) errors.add(file, 1, 'a lesson needs at least one question');
    return [{ id: `${section}/${name}`, file, title: head.title, minutes: head.minutes, blocks, questions }];
  };
  /** Reads an optional file that contains only questions. */
  const readQuestions = (section: string, name: string): QuestionContent[] => {
    if (!existsSync(join(folder, culture, section, name))) return [];
    const list = read(`${section}/${name}`, TitleHead);
    if (!list) return [];
    if (list.blocks.length > 0) errors.add(list.file, 1, 'only questions are allowed in this file');
    for (const question of list.questions)
      if (question.lesson !== null && !question.lesson.includes('/')) question.lesson = `${section}/${question.lesson}`;
    return list.questions;
  };
  const sections = structure.sections.map(({ id, lessons }): SectionContent => ({
    id,
    title: course.head.sections[id] ?? id,
    lessons: lessons.flatMap((name) => readLesson(id, name)),
    review: readQuestions(id, 'review.md'),
    bank: readQuestions(id, 'bank.md'),
  }));
  for (const { id } of sections)
    if (course.head.sections[id] === undefined) errors.add(course.file, 1, `section ${id} has no title`);
  const { title, summary, certification } = course.head;
  const text = { culture, title, summary, certification: certification ?? null, description: course.blocks, sections };
  validateText(errors, structure, text, links);
  return text;
}

/** Folders of other content next to the courses. */
const otherFolders = new Set(['applications', 'shop', 'forms']);

export function listCourseFolders(root: string): string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !otherFolders.has(entry.name))
    .map((entry) => join(root, entry.name))
    .toSorted();
}
