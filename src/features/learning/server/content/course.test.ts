import { describe, expect, it } from 'vitest';
import { replaceInFile, courseFiles, createCourseMaker, lessonFile, withQuestion } from './testing.ts';

const make = await createCourseMaker();

it('readCourse reports no errors for a valid course', async () => {
  expect((await make()).errors).toEqual([]);
});

it('readCourse reads text, blocks and media files', async () => {
  const { course } = await make();
  const [section] = course?.texts.get('en-US')?.sections ?? [];
  const [ears] = section?.lessons ?? [];
  expect(ears).toMatchObject({ id: 'pressure/ears', title: 'Ears', minutes: 8 });
  expect(ears?.blocks.map(({ kind }) => kind)).toEqual([
    'paragraph',
    'heading',
    'list',
    'table',
    'figure',
    'video',
    'note',
  ]);
  expect(ears?.blocks[0]).toEqual({
    kind: 'paragraph',
    text: [
      { text: 'The ' },
      { text: 'first', isStrong: true },
      { text: ' ' },
      { text: 'paragraph', isEmphasis: true },
      { text: ', and ' },
      { text: 'air', lesson: 'pressure/air' },
      { text: ' at 10:30.' },
    ],
  });
  expect(ears?.blocks[5]).toMatchObject({
    id: 'equalize',
    url: '/course-media/water/media/equalize.mp4',
    poster: null,
    captions: [{ culture: 'de-DE', url: '/course-media/water/media/equalize.de-DE.vtt' }],
  });
  expect(section?.bank[0]).toMatchObject({ id: 'bank-when', lesson: 'pressure/ears', type: 'choice' });
});

it('readCourse keeps the placeholder of a missing picture or video', async () => {
  const { course, errors } = await make({ 'media/kit.svg': null, 'media/equalize.mp4': null });
  expect(errors).toEqual([]);
  const blocks = course?.texts.get('en-US')?.sections[0]?.lessons[0]?.blocks ?? [];
  expect(blocks[4]).toMatchObject({ kind: 'figure', picture: { src: 'kit.svg', alt: 'A kit.', svg: null } });
  expect(blocks[5]).toMatchObject({ kind: 'video', url: null, title: 'Slowly' });
});

describe('readCourse reports the file and line of', () => {
  it.each<[string, Record<string, string | null>, string, number, string]>([
    ['no course.yaml', { 'course.yaml': null }, 'course.yaml', 1, 'file not found'],
    [
      'broken YAML',
      replaceInFile('course.yaml', 'level: beginner', 'level: [beginner'),
      'course.yaml',
      3,
      'Flow sequence',
    ],
    ['an unknown level', replaceInFile('course.yaml', 'beginner', 'wizard'), 'course.yaml', 2, 'level: Invalid option'],
    [
      'a value below the minimum',
      replaceInFile('course.yaml', 'minutes: 30', 'minutes: 1'),
      'course.yaml',
      8,
      'exam.minutes',
    ],
    ['an unknown field', replaceInFile('course.yaml', 'tries: 3', 'tries: 3, goes: 4'), 'course.yaml', 8, 'exam.goes'],
    [
      'a quiz larger than its bank',
      replaceInFile('course.yaml', 'questions: 1', 'questions: 9'),
      'course.yaml',
      5,
      'its bank has 1',
    ],
    [
      'an exam larger than the banks',
      replaceInFile('course.yaml', 'exam: { questions: 1', 'exam: { questions: 9'),
      'course.yaml',
      8,
      'the banks have 1',
    ],
    [
      'a duplicate lesson',
      replaceInFile('course.yaml', '[ears, air]', '[ears, air, air]'),
      'course.yaml',
      5,
      'lists a lesson twice',
    ],
    [
      'no en-US',
      Object.fromEntries(
        Object.keys(courseFiles)
          .filter((name) => name.startsWith('en-US/'))
          .map((name) => [name, null]),
      ),
      'course.yaml',
      1,
      'the en-US text is missing',
    ],
    ['no course.md', { 'en-US/course.md': null }, 'en-US/course.md', 1, 'file not found'],
    [
      'a section without a title',
      replaceInFile('en-US/course.md', 'pressure: Under', 'depth: Under'),
      'en-US/course.md',
      1,
      'section pressure has no title',
    ],
    ['a missing lesson', { 'en-US/pressure/air.md': null }, 'en-US/pressure/air.md', 1, 'file not found'],
    ['a lesson without front matter', { [lessonFile]: 'Words.\n' }, lessonFile, 1, 'between two lines of ---'],
    [
      'a lesson without a duration',
      replaceInFile(lessonFile, 'minutes: 8', 'minutes: 0'),
      lessonFile,
      3,
      'minutes: Too small',
    ],
    ['a lesson without a question', withQuestion(''), lessonFile, 1, 'a lesson needs at least one question'],
    [
      'a heading of another level',
      replaceInFile(lessonFile, '## A heading', '# A heading'),
      lessonFile,
      8,
      'headings in a lesson must use ##',
    ],
    [
      'HTML',
      replaceInFile(lessonFile, '## A heading', '<script>1</script>'),
      lessonFile,
      8,
      '“html” is not allowed in a lesson',
    ],
    ['code', replaceInFile(lessonFile, '## A heading', '`code`'), lessonFile, 8, '“inlineCode” is not allowed in text'],
    [
      'a list in a list',
      replaceInFile(lessonFile, '- two', '- two\n  - three'),
      lessonFile,
      12,
      '“list” is not allowed in a list',
    ],
    [
      'an external link',
      replaceInFile(lessonFile, '(air.md)', '(https://example.com)'),
      lessonFile,
      6,
      'a link must point to another lesson',
    ],
    [
      'a link to an unknown lesson',
      replaceInFile(lessonFile, '(air.md)', '(wind.md)'),
      lessonFile,
      6,
      'unknown lesson pressure/wind',
    ],
    [
      'a figure without alt text',
      replaceInFile(lessonFile, ' alt="A kit."', ''),
      lessonFile,
      17,
      'a figure needs src and alt',
    ],
    [
      'a picture outside the media folder',
      replaceInFile(lessonFile, 'src="kit.svg"', 'src="../../kit.svg"'),
      lessonFile,
      17,
      'a picture must be a file name such as kit.svg',
    ],
    [
      'a picture with a script',
      { 'media/kit.svg': '<svg viewBox="0 0 1 1">\n<script/></svg>' },
      'media/kit.svg',
      2,
      '<script> is not allowed in pictures',
    ],
    [
      'a video without a transcript',
      replaceInFile(lessonFile, 'What is said.', ''),
      lessonFile,
      21,
      'a video needs a transcript',
    ],
    [
      'a video in another format',
      replaceInFile(lessonFile, 'equalize.mp4', 'equalize.mov'),
      lessonFile,
      21,
      'src="name.mp4"',
    ],
    [
      'a note of an unknown kind',
      replaceInFile(lessonFile, 'kind="tip"', 'kind="joke"'),
      lessonFile,
      25,
      'a note needs text and a kind',
    ],
    [
      'an unknown block',
      replaceInFile(lessonFile, ':::note{kind="tip"}', ':::quote'),
      lessonFile,
      25,
      ':::quote is not one of',
    ],
    [
      'a duplicate question',
      replaceInFile('en-US/pressure/air.md', 'air-when', 'ears-when'),
      'en-US/pressure/air.md',
      8,
      'question ears-when is already in content/water/en-US/pressure/ears.md',
    ],
    [
      'other content in a bank',
      replaceInFile('en-US/pressure/bank.md', ':::question', 'Words.\n\n:::question'),
      'en-US/pressure/bank.md',
      1,
      'only questions are allowed in this file',
    ],
    [
      'a bank question without a lesson',
      replaceInFile('en-US/pressure/bank.md', ' lesson="ears"', ''),
      'en-US/pressure/bank.md',
      5,
      'question bank-when must name a lesson',
    ],
    [
      'a bank question with an unknown lesson',
      replaceInFile('en-US/pressure/bank.md', '"ears"', '"wind"'),
      'en-US/pressure/bank.md',
      5,
      'unknown lesson pressure/wind',
    ],
  ])('%s', async (_name, changes, file, line, problem) => {
    const { errors } = await make(changes);
    expect(errors.find((error) => error.startsWith(`content/water/${file}:${line}: `)) ?? errors).toContain(problem);
  });

  it('several errors in one pass', async () => {
    const { errors } = await make({
      ...replaceInFile(lessonFile, 'minutes: 8', 'minutes: 0'),
      ...replaceInFile('en-US/pressure/bank.md', '"ears"', '"wind"'),
    });
    expect(errors.map((error) => error.split(':')[0])).toEqual(
      expect.arrayContaining([`content/water/${lessonFile}`, 'content/water/en-US/pressure/bank.md']),
    );
  });
});
