/** `npm run check-content`: reads the courses and the forms as the portal does, and names each fault with its file. */
import { join } from 'node:path';
import { openFormLibrary } from '../src/features/forms/server/library.ts';
import { courseFolders, readCourse } from '../src/features/learning/server/content/course.ts';
import { Faults } from '../src/features/learning/server/content/faults.ts';
import { contentRoot } from '../src/features/learning/server/content/library.ts';

const wanted = process.argv.slice(2);
const faults = new Faults();
for (const folder of wanted.length > 0 ? wanted.map((name) => join(contentRoot, name)) : courseFolders(contentRoot)) {
  const course = readCourse(join(contentRoot, '..'), folder, faults);
  if (!course) continue;
  for (const { culture, title, sections } of course.texts.values()) {
    const lessons = sections.flatMap((section) => section.lessons);
    const questions = [
      ...lessons,
      ...sections.flatMap(({ review, bank }) => [{ questions: review }, { questions: bank }]),
    ];
    console.log(
      `${course.packageId} ${culture} “${title}”: ${sections.length} sections, ${lessons.length} lessons, ` +
        `${questions.reduce((sum, list) => sum + list.questions.length, 0)} questions`,
    );
  }
}
if (wanted.length === 0)
  try {
    openFormLibrary();
  } catch (error) {
    faults.list.push((error as Error).message);
  }
if (faults.list.length > 0) console.error(faults.list.join('\n'));
process.exitCode = faults.list.length === 0 ? 0 : 1;
