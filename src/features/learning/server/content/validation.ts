import type { CourseFile, CourseText, LessonContent } from './course.ts';
import { isSymbolsOnly } from './drawing-translations.ts';
import type { ContentErrors } from './content-errors.ts';
import type { SourceFile } from './markdown.ts';
import type { QuestionContent } from './questions.ts';

/** A link to another lesson. */
export interface LessonLink {
  file: string;
  line: number | undefined;
  lesson: string;
}

/** Checks references and ids within one language. */
export function validateText(
  errors: ContentErrors,
  structure: CourseFile,
  { sections }: CourseText,
  links: readonly LessonLink[],
): void {
  const lessons = new Set(structure.sections.flatMap(({ id, lessons: names }) => names.map((name) => `${id}/${name}`)));
  for (const { file, line, lesson } of links)
    if (!lessons.has(lesson)) errors.add(file, line, `link to unknown lesson ${lesson}`);
  const files = new Map<string, string>();
  for (const question of sections.flatMap(listQuestions)) {
    const { id, file, line, lesson } = question;
    const first = files.get(id);
    if (first === undefined) files.set(id, file);
    else errors.add(file, line, `question ${id} is already in ${first}`);
    if (lesson !== null && !lessons.has(lesson)) errors.add(file, line, `question ${id}: unknown lesson ${lesson}`);
  }
  for (const { id, file, line, lesson } of sections.flatMap(({ bank }) => bank))
    if (lesson === null) errors.add(file, line, `question ${id} must name a lesson`);
}

/** Checks that the questions required by course.yaml exist and that ids are unique. */
export function validateStructure(
  { file, errors }: SourceFile,
  yaml: string,
  structure: CourseFile,
  { sections }: CourseText,
): void {
  const lines = yaml.split('\n');
  const reportError = (near: RegExp, problem: string) =>
    errors.add(
      file,
      Math.max(
        0,
        lines.findIndex((line) => near.test(line)),
      ) + 1,
      problem,
    );
  for (const [place, { id, lessons, quiz }] of structure.sections.entries()) {
    const here = new RegExp(`\\bid: *${id}\\b`);
    const inBank = sections[place]?.bank.length ?? 0;
    if (structure.sections.findIndex((section) => section.id === id) !== place)
      reportError(here, `section ${id} is defined twice`);
    if (new Set(lessons).size !== lessons.length) reportError(here, `section ${id} lists a lesson twice`);
    if (quiz && inBank < quiz.questions)
      reportError(here, `the quiz of ${id} needs ${quiz.questions} questions, its bank has ${inBank}`);
  }
  const all = sections.reduce((sum, { bank }) => sum + bank.length, 0);
  if (structure.exam && all < structure.exam.questions)
    reportError(/^exam:/, `the exam needs ${structure.exam.questions} questions, the banks have ${all}`);
}

/** A translation must have the same questions and options in the same order, because answers are stored by position. */
export function validateTranslation(errors: ContentErrors, source: CourseText, text: CourseText): void {
  const fileOf = (file: string) => file.replace('/en-US/', `/${text.culture}/`);
  const translated = new Map(text.sections.flatMap(listQuestions).map((question) => [question.id, question]));
  for (const question of source.sections.flatMap(listQuestions)) {
    const other = translated.get(question.id);
    if (!other) errors.add(fileOf(question.file), 1, `question ${question.id} is missing`);
    else if (toComparableForm(other) !== toComparableForm(question) || other.file !== fileOf(question.file))
      errors.add(other.file, other.line, `question ${question.id} differs from en-US`);
    else if (question.unit !== null && question.unit === other.unit && !isSymbolsOnly(question.unit))
      errors.add(other.file, other.line, `the unit “${question.unit}” of question ${question.id} is not translated`);
    translated.delete(question.id);
  }
  for (const { id, file, line } of translated.values()) errors.add(file, line, `question ${id} is not in en-US`);
  const lessons = new Map(text.sections.flatMap((section) => section.lessons).map((lesson) => [lesson.id, lesson]));
  for (const lesson of source.sections.flatMap((section) => section.lessons)) {
    const other = lessons.get(lesson.id);
    if (other && listVideoIds(other) !== listVideoIds(lesson))
      errors.add(other.file, 1, 'the videos differ from en-US');
  }
}

function listQuestions({ lessons, review, bank }: CourseText['sections'][number]): QuestionContent[] {
  return [...lessons.flatMap(({ questions }) => questions), ...review, ...bank];
}

function toComparableForm({ type, options, terms, answer, tolerance, unit, spots, lesson }: QuestionContent): string {
  const places = spots.map(({ x, y, r }) => [x, y, r]);
  const rights = options.map(({ isRight }) => isRight);
  return JSON.stringify([type, rights, terms.length, answer, tolerance, unit !== null, places, lesson]);
}

function listVideoIds({ blocks }: LessonContent): string {
  return blocks.flatMap((block) => (block.kind === 'video' ? [block.id] : [])).join(' ');
}
