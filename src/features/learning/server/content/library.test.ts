import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { choiceQuestion, createCourseMaker, germanFiles, questionLine } from './testing.ts';
import { library, openLibrary, getCourseText } from './library.ts';

const make = await createCourseMaker();

describe('translation', () => {
  const translated = (name: string, from: string, to: string) => ({
    ...germanFiles,
    [name]: (germanFiles[name] ?? '').replace(from, to),
  });
  const ears = 'de-DE/pressure/ears.md';

  it('reports no errors when lessons and questions match en-US', async () => {
    expect((await make(germanFiles)).errors).toEqual([]);
  });

  it.each<[string, Record<string, string | null>, string, number, string]>([
    ['with a missing lesson', { ...germanFiles, [ears]: null }, ears, 1, 'file not found'],
    [
      'with a missing question',
      translated(ears, choiceQuestion('ears-when'), choiceQuestion('other-one')),
      ears,
      1,
      'question ears-when is missing',
    ],
    [
      'with additional answers',
      translated(ears, '- [ ] Late\n  > Late is late.\n', '- [ ] Late\n- [ ] Later\n'),
      ears,
      questionLine,
      'differs from en-US',
    ],
    [
      'with another right answer',
      translated(ears, '- [ ] Late\n  > Late is late.\n- [x] Early', '- [x] Early\n- [ ] Late'),
      ears,
      questionLine,
      'differs from en-US',
    ],
    ['with another video', translated(ears, 'equalize.mp4', 'other.mp4'), ears, 1, 'the videos differ from en-US'],
  ])('%s is rejected', async (_name, changes, file, line, problem) => {
    const { errors } = await make(changes);
    expect(errors[0]).toContain(`content/water/${file}:${line}: `);
    expect(errors[0]).toContain(problem);
  });

  it('with an additional question is rejected', async () => {
    const { errors } = await make(
      translated(
        'de-DE/pressure/review.md',
        choiceQuestion('review-when'),
        choiceQuestion('review-when') + choiceQuestion('more'),
      ),
    );
    expect(errors).toEqual([expect.stringContaining('question more is not in en-US')]);
  });
});

describe('number units in a translation', () => {
  const review = (unit: string) =>
    `---\ntitle: Review\n---\n\n:::question{#how-long type="number" answer="20"${unit}}\nHow long?\n\nBecause.\n:::\n`;
  it.each([
    [' unit="years"', ' unit="Jahre"', null],
    [' unit="m/min"', ' unit="m/min"', null],
    [' unit="years"', ' unit="years"', 'the unit “years” of question how-long is not translated'],
    [' unit="years"', '', 'question how-long differs from en-US'],
  ])('source%s and translation%s: %s', async (source, german, problem) => {
    const files = { 'en-US/pressure/review.md': review(source), 'de-DE/pressure/review.md': review(german) };
    const { errors } = await make({ ...germanFiles, ...files });
    expect(errors).toEqual(problem === null ? [] : [`content/water/de-DE/pressure/review.md:5: ${problem}`]);
  });
});

describe('openLibrary', () => {
  const open = async () => join((await make()).root, 'content');

  it('finds courses by folder name only', async () => {
    const courses = openLibrary(await open());
    expect(courses.find('water')?.packageId).toBe('water');
    expect([courses.find('fire'), courses.find('..'), courses.find('water/en-US')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(courses.list()).toHaveLength(1);
  });

  it('reloads a changed course and keeps the previous version if it has errors', async () => {
    const root = await open();
    const courses = openLibrary(root);
    const titleOf = () => {
      const course = courses.find('water');
      return course && getCourseText(course, 'pl-PL').title;
    };
    expect(titleOf()).toBe('Water');
    const path = join(root, 'water/en-US/course.md');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('Water', 'Ice'));
    courses.reload('water');
    expect(titleOf()).toBe('Ice');
    await rm(path);
    expect(() => courses.reload('water')).toThrow('content/water/en-US/course.md:1: file not found');
    expect(titleOf()).toBe('Ice');
  });

  it('caches a course until one of its files changes', async () => {
    const root = await open();
    const cacheFolder = join(root, '../shelf');
    const read = () => openLibrary(root, cacheFolder).find('water');
    const course = read();
    expect(course && getCourseText(course, 'en-US').title).toBe('Water');
    const listTexts = async () => (await readdir(cacheFolder)).filter((name) => name.endsWith('.en-US.json'));
    const [cacheFile = ''] = await listTexts();
    // Marks the cache file to prove that it is read.
    await writeFile(
      join(cacheFolder, cacheFile),
      (await readFile(join(cacheFolder, cacheFile), 'utf8')).replace('"Water"', '"Kept"'),
    );
    const reopened = read();
    expect(reopened && getCourseText(reopened, 'en-US').title).toBe('Kept');
    expect(reopened).toEqual({ ...course, texts: reopened?.texts });
    const path = join(root, 'water/en-US/course.md');
    await writeFile(path, (await readFile(path, 'utf8')).replace('Water', 'Ice'));
    const changed = read();
    expect(changed && getCourseText(changed, 'en-US').title).toBe('Ice');
    expect(await listTexts()).toEqual([expect.not.stringContaining(cacheFile)]);
    await rm(path);
    expect(read).toThrow('file not found');
    expect(await listTexts()).toHaveLength(1);
  });

  it('loads all shipped courses without errors', () => {
    expect(library.list().map(({ packageId }) => packageId)).toContain('open-water');
  });
});
