import { describe, expect, it } from 'vitest';
import { replaceInFile, courseFiles, createCourseMaker, lessonFile, withQuestion } from './testing.ts';

const make = await createCourseMaker();

it('readCourse reports no errors for a valid course', async () => {
  expect((await make()).faults).toEqual([]);
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
  const { course, faults } = await make({ 'media/kit.svg': null, 'media/equalize.mp4': null });
  expect(faults).toEqual([]);
  const blocks = course?.texts.get('en-US')?.sections[0]?.lessons[0]?.blocks ?? [];
  expect(blocks[4]).toMatchObject({ kind: 'figure', picture: { src: 'kit.svg', alt: 'A kit.', svg: null } });
  expect(blocks[5]).toMatchObject({ kind: 'video', url: null, title: 'Slowly' });
});

describe('readCourse reports the file and line of', () => {
  it.each<[string, Record<string, string | null>, string, number, string]>([
    ['no course.yaml', { 'course.yaml': null }, 'course.yaml', 1, 'the file is missing'],
    [
      'broken YAML',
      replaceInFile('course.yaml', 'level: beginner', 'level: [beginner'),
      'course.yaml',
      3,
      'Flow sequence',
    ],
    ['an unknown level', replaceInFile('course.yaml', 'beginner', 'wizard'), 'course.yaml', 2, 'level: Invalid option'],
    [
      'a field that is missing',
      replaceInFile('course.yaml', 'minutes: 30', 'minutes: 1'),
      'course.yaml',
      8,
      'exam.minutes',
    ],
    [
      'a field that nobody knows',
      replaceInFile('course.yaml', 'tries: 3', 'tries: 3, goes: 4'),
      'course.yaml',
      8,
      'exam.goes',
    ],
    [
      'a quiz that is larger than its bank',
      replaceInFile('course.yaml', 'questions: 1', 'questions: 9'),
      'course.yaml',
      5,
      'its bank 1',
    ],
    [
      'an exam that is larger than the banks',
      replaceInFile('course.yaml', 'exam: { questions: 1', 'exam: { questions: 9'),
      'course.yaml',
      8,
      'the banks 1',
    ],
    [
      'a lesson twice',
      replaceInFile('course.yaml', '[ears, air]', '[ears, air, air]'),
      'course.yaml',
      5,
      'a lesson twice',
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
      'missing in en-US',
    ],
    ['no course.md', { 'en-US/course.md': null }, 'en-US/course.md', 1, 'the file is missing'],
    [
      'a section without a title',
      replaceInFile('en-US/course.md', 'pressure: Under', 'depth: Under'),
      'en-US/course.md',
      1,
      'section pressure has no title',
    ],
    ['a lesson that is missing', { 'en-US/pressure/air.md': null }, 'en-US/pressure/air.md', 1, 'the file is missing'],
    ['a lesson without a head', { [lessonFile]: 'Words.\n' }, lessonFile, 1, 'between two lines of ---'],
    ['a lesson of no time', replaceInFile(lessonFile, 'minutes: 8', 'minutes: 0'), lessonFile, 3, 'minutes: Too small'],
    ['a lesson without a question', withQuestion(''), lessonFile, 1, 'a lesson ends with a question'],
    [
      'a heading of another size',
      replaceInFile(lessonFile, '## A heading', '# A heading'),
      lessonFile,
      8,
      'a heading in a lesson is ##',
    ],
    [
      'HTML',
      replaceInFile(lessonFile, '## A heading', '<script>1</script>'),
      lessonFile,
      8,
      '“html” has no place in a lesson',
    ],
    ['code', replaceInFile(lessonFile, '## A heading', '`code`'), lessonFile, 8, '“inlineCode” has no place in a text'],
    [
      'a list in a list',
      replaceInFile(lessonFile, '- two', '- two\n  - three'),
      lessonFile,
      12,
      '“list” has no place in a list',
    ],
    [
      'a link to the outside',
      replaceInFile(lessonFile, '(air.md)', '(https://example.com)'),
      lessonFile,
      6,
      'a link leads to another lesson',
    ],
    [
      'a link to nowhere',
      replaceInFile(lessonFile, '(air.md)', '(wind.md)'),
      lessonFile,
      6,
      'there is no lesson pressure/wind',
    ],
    [
      'a figure without words',
      replaceInFile(lessonFile, ' alt="A kit."', ''),
      lessonFile,
      17,
      'a figure has src and alt',
    ],
    [
      'a picture from elsewhere',
      replaceInFile(lessonFile, 'src="kit.svg"', 'src="../../kit.svg"'),
      lessonFile,
      17,
      'a picture is a file like kit.svg',
    ],
    [
      'a picture that does more than draw',
      { 'media/kit.svg': '<svg viewBox="0 0 1 1">\n<script/></svg>' },
      'media/kit.svg',
      2,
      '<script> is not for pictures',
    ],
    [
      'a video without its words',
      replaceInFile(lessonFile, 'What is said.', ''),
      lessonFile,
      21,
      'a video has its words as text',
    ],
    [
      'a video of another kind',
      replaceInFile(lessonFile, 'equalize.mp4', 'equalize.mov'),
      lessonFile,
      21,
      'src="name.mp4"',
    ],
    [
      'a note of no kind',
      replaceInFile(lessonFile, 'kind="tip"', 'kind="joke"'),
      lessonFile,
      25,
      'a note has words and a kind',
    ],
    [
      'something that is no block',
      replaceInFile(lessonFile, ':::note{kind="tip"}', ':::quote'),
      lessonFile,
      25,
      ':::quote is none of',
    ],
    [
      'a question twice',
      replaceInFile('en-US/pressure/air.md', 'air-when', 'ears-when'),
      'en-US/pressure/air.md',
      8,
      'question ears-when is already in content/water/en-US/pressure/ears.md',
    ],
    [
      'something in a bank that is no question',
      replaceInFile('en-US/pressure/bank.md', ':::question', 'Words.\n\n:::question'),
      'en-US/pressure/bank.md',
      1,
      'something besides questions',
    ],
    [
      'a question of a bank that names no lesson',
      replaceInFile('en-US/pressure/bank.md', ' lesson="ears"', ''),
      'en-US/pressure/bank.md',
      5,
      'question bank-when names no lesson',
    ],
    [
      'a question of a bank that names no such lesson',
      replaceInFile('en-US/pressure/bank.md', '"ears"', '"wind"'),
      'en-US/pressure/bank.md',
      5,
      'there is no lesson pressure/wind',
    ],
  ])('%s', async (_name, changes, file, line, problem) => {
    const { faults } = await make(changes);
    expect(faults.find((fault) => fault.startsWith(`content/water/${file}:${line}: `)) ?? faults).toContain(problem);
  });

  it('several errors in one pass', async () => {
    const { faults } = await make({
      ...replaceInFile(lessonFile, 'minutes: 8', 'minutes: 0'),
      ...replaceInFile('en-US/pressure/bank.md', '"ears"', '"wind"'),
    });
    expect(faults.map((fault) => fault.split(':')[0])).toEqual(
      expect.arrayContaining([`content/water/${lessonFile}`, 'content/water/en-US/pressure/bank.md']),
    );
  });
});
