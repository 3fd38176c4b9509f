import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { readCourse, type Course } from './course.ts';
import { ContentErrors } from './content-errors.ts';

const picture = '<svg viewBox="0 0 632 200"><path d="M0 0h9"/></svg>';
export const choiceQuestion = (id: string, rest = '') => `:::question{#${id} type="choice"${rest}}
When?

- [ ] Late
  > Late is late.
- [x] Early

Because early is early.
:::
`;
/** A valid course that uses every feature. */
export const courseFiles: Record<string, string> = {
  'course.yaml': `kind: course
level: beginner
isSellable: true
sections:
  - id: pressure
    lessons: [ears, air]
    quiz: { questions: 1, passPercent: 75 }
exam: { questions: 1, passPercent: 75, tries: 3, minutes: 30 }
`,
  'media/kit.svg': picture,
  'media/equalize.mp4': '',
  'media/equalize.de-DE.vtt': '',
  'en-US/course.md': `---
title: Water
summary: All about it.
sections:
  pressure: Under pressure
---

A paragraph.
`,
  'en-US/pressure/ears.md': `---
title: Ears
minutes: 8
---

The **first** *paragraph*, and [air](air.md) at 10:30.

## A heading

- one
- two

| a | b |
|---|---|
| 1 | 2 |

:::figure{src="kit.svg" alt="A kit."}
A caption.
:::

:::video{src="equalize.mp4" title="Slowly"}
What is said.
:::

:::note{kind="tip"}
Swallow.
:::

${choiceQuestion('ears-when')}`,
  'en-US/pressure/air.md': `---
title: Air
minutes: 5
---

Back to [the ears](../pressure/ears.md).

${choiceQuestion('air-when')}`,
  'en-US/pressure/review.md': `---
title: Review
---

${choiceQuestion('review-when')}`,
  'en-US/pressure/bank.md': `---
title: Bank
---

${choiceQuestion('bank-when', ' lesson="ears"')}`,
};

/** The same course in German. */
export const germanFiles = Object.fromEntries(
  Object.entries(courseFiles)
    .filter(([name]) => name.startsWith('en-US/'))
    .map(([name, text]) => [name.replace('en-US/', 'de-DE/'), text]),
);

/** Creates variants of the valid course in temporary folders; null removes a file. */
export async function createCourseMaker() {
  const folder = await createTemporaryFolder();
  let made = 0;
  return async function make(
    changes: Record<string, string | null> = {},
  ): Promise<{ root: string; course: Course | null; errors: string[] }> {
    const root = join(folder, `root-${made++}`);
    for (const [name, text] of Object.entries({ ...courseFiles, ...changes })) {
      if (text === null) continue;
      const path = join(root, 'content/water', name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    }
    const errors = new ContentErrors();
    const course = readCourse(root, join(root, 'content/water'), errors);
    return { root, course, errors: errors.list };
  };
}

/** Returns one of the files with a replacement. */
export const replaceInFile = (name: string, from: string | RegExp, to: string) => {
  const before = courseFiles[name] ?? '';
  const after = before.replace(from, to);
  if (after === before) throw new Error(`${String(from)} is not in ${name}`);
  return { [name]: after };
};
export const lessonFile = 'en-US/pressure/ears.md';
const findLine = (name: string, text: string) =>
  (courseFiles[name] ?? '').split('\n').findIndex((line) => line.includes(text)) + 1;
export const withQuestion = (question: string) => ({
  [lessonFile]: (courseFiles[lessonFile] ?? '').replace(/:::question[\s\S]*$/, question),
});
export const questionLine = findLine(lessonFile, ':::question');
