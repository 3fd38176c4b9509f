/** `npm run check-content`: loads courses and forms like the portal and prints every error with its file. */
import { join } from 'node:path';
import { loadFormLibrary } from '#features/forms/server/library/form-library.ts';
import { listCourseFolders, readCourse } from '#features/learning/server/content/course.ts';
import { ContentErrors } from '#features/learning/server/content/content-errors.ts';
import { contentRoot, getCourseText } from '#features/learning/server/content/library.ts';

const packageIds = process.argv.slice(2);
const problems = new ContentErrors();
for (const folder of packageIds.length > 0
  ? packageIds.map((name) => join(contentRoot, name))
  : listCourseFolders(contentRoot)) {
  const course = readCourse(join(contentRoot, '..'), folder, problems);
  if (!course) continue;
  for (const culture of course.texts.keys()) {
    const { title, sections } = getCourseText(course, culture);
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
if (packageIds.length === 0)
  try {
    loadFormLibrary();
  } catch (error) {
    problems.list.push((error as Error).message);
  }
if (problems.list.length > 0) console.error(problems.list.join('\n'));
process.exitCode = problems.list.length === 0 ? 0 : 1;
