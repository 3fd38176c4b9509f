import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { graphqlContracts, restContracts } from '#app/server/contracts.ts';
import { bannedPhrases, reviewedExceptions, reviewedFileExceptions } from './banned-phrases.ts';
import { listOperatorTexts } from './operator-texts.ts';
import { findBannedPhrases, findLowerCaseMails, findUncontracted, findUnusedExceptions } from './voice-checks.ts';

/** Without the characters that are syntax in a message. */
const toPlainText = (text: string) => text.replaceAll(/[{}<>']/g, ' ');

const root = join(import.meta.dirname, '../../src');
const files = globSync('{app/web/shell,features/*/shared}/messages/en-US.json', { cwd: root });
const messages = Object.assign(
  {},
  ...files.map((file) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, string>),
) as Record<string, string>;

describe('English messages', () => {
  it('are all read', () => {
    expect(files.length).toBeGreaterThan(15);
    expect(Object.keys(messages).length).toBeGreaterThan(4_000);
  });

  it('contain no phrases that read as translated', () => {
    expect(findBannedPhrases(messages, bannedPhrases, reviewedExceptions)).toEqual([]);
  });

  it('need every reviewed exception', () => {
    expect(findUnusedExceptions(messages, bannedPhrases, reviewedExceptions)).toEqual([]);
  });

  it('start with a capital letter after the greeting of a mail', () => {
    expect(findLowerCaseMails(messages)).toEqual([]);
  });
});

describe('English lessons', () => {
  const lessons = globSync('content/*/en-US/**/*.md', { cwd: join(root, '..') });
  const readLesson = (lesson: string) => readFileSync(join(root, '..', lesson), 'utf8');

  it('use contractions, except in quotations', () => {
    expect(lessons.length).toBeGreaterThan(100);
    const found = lessons.flatMap((lesson) =>
      findUncontracted(readLesson(lesson)).map((phrase) => `${lesson}: ${phrase}`),
    );
    expect(found).toEqual([]);
  });

  it('contain no phrases that read as translated', () => {
    // Without file names and ids.
    const readText = (lesson: string) => toPlainText(readLesson(lesson).replaceAll(/(src="|#)[^" }]*/g, ' '));
    const texts = Object.fromEntries(lessons.map((lesson) => [lesson, readText(lesson)]));
    expect(findBannedPhrases(texts, bannedPhrases, {})).toEqual([]);
  });

  it('are checked outside quotations and within a sentence', () => {
    expect(findUncontracted('You do not sink. It cannot leak.')).toEqual(['do not sink', 'cannot']);
    expect(
      findUncontracted('“It is not deep.” "You will not sink." The depth doubles, the pressure does not: look.'),
    ).toEqual([]);
  });
});

describe('other English texts', () => {
  const project = join(root, '..');
  const readFiles = (pattern: string | string[], readText: (file: string, source: string) => string) =>
    Object.fromEntries(
      globSync(pattern, { cwd: project }).map((file) => [
        file,
        toPlainText(readText(file, readFileSync(join(project, file), 'utf8'))),
      ]),
    );
  const captions = readFiles('content/*/media/*.en-US.vtt', (_, source) => source);
  const drawings = readFiles('content/*/media/*.svg', (_, source) =>
    [...source.matchAll(/<text[^>]*>([^<]*)/g)].map(([, label = '']) => label).join(' | '),
  );
  // Earlier versions stay as they were signed.
  const forms = readFiles('content/forms/*/v2/en-US.json', (_, source) => source);
  const brands = readFiles('brand/*.json', (_, source) =>
    [...source.matchAll(/"en-US": "([^"]*)"/g)].map(([, text = '']) => text).join('\n'),
  );
  const printed = readFiles(['scripts/**/*.ts', 'src/**/*.{ts,tsx}'], (file, source) =>
    /testing|\.test\./.test(file) ? '' : listOperatorTexts(file, source).join('\n'),
  );
  const summaries = Object.fromEntries([
    ...restContracts.flatMap(({ base, endpoints }) =>
      Object.entries(endpoints).map(([key, { summary }]) => [`${base} ${key}`, toPlainText(summary)]),
    ),
    ...graphqlContracts.flatMap(({ queries, mutations, subscriptions }) =>
      Object.entries({ ...queries, ...mutations, ...subscriptions }).map(([name, { summary }]) => [
        name,
        toPlainText(summary),
      ]),
    ),
  ]) as Record<string, string>;
  const all = { ...captions, ...drawings, ...forms, ...brands, ...printed, ...summaries };

  it.each([
    ['captions', captions, 10],
    ['drawings', drawings, 100],
    ['forms', forms, 8],
    ['brand texts', brands, 1],
    ['sources of what commands and the server print', printed, 500],
    ['API summaries', summaries, 300],
  ])('include %s', (_, texts, atLeast) => {
    expect(Object.values(texts).length).toBeGreaterThanOrEqual(atLeast);
    expect(Object.values(texts).some((text) => /\p{L}/u.test(text))).toBe(true);
  });

  it('contain no phrases that read as translated', () => {
    expect(findBannedPhrases(all, bannedPhrases, reviewedFileExceptions)).toEqual([]);
  });

  it('need every reviewed exception', () => {
    expect(findUnusedExceptions(all, bannedPhrases, reviewedFileExceptions)).toEqual([]);
  });

  it('are found in what a file prints, logs and throws', () => {
    const source = `
      console.log(\`done at once: \${count}\`);
      log.warn({ id }, 'a row was thrown ' + 'away');
      throw new StartError(isNew ? 'no such folder' : 'set it anew');
      const unused = 'meanwhile';`;
    expect(listOperatorTexts('a.ts', source)).toEqual([
      'done at once: …',
      'a row was thrown away',
      'no such folder',
      'set it anew',
    ]);
  });
});

describe('the check for banned phrases', () => {
  it.each([
    ['What should Amara mend?', 'mend'],
    ['The link is made anew.', 'anew'],
    ['Ask whoever sent it.', 'whoever'],
    ['Throw the draft away', 'Throw the draft away'],
    ['A form waits for you.', 'waits'],
    ['One free eCard is waiting for you.', 'waiting for you'],
    ['It stands on your card.', 'stands on'],
    ['Take it out to go on.', 'go on'],
    ['Renew by itself', 'by itself'],
    ['Saves itself as you type', 'Saves itself'],
    ['It is paid at once.', 'at once'],
    ['The price has changed meanwhile.', 'meanwhile'],
    ['There is no such code.', 'no such'],
    ['Enter it so that we can call you.', 'so that'],
    ['A dive of yours was returned.', 'A dive of yours'],
    ['You will be told.', 'be told'],
    ['It is meant for somebody else.', 'somebody'],
    ['That you looked is written down.', 'written down'],
    ['What became of it', 'became of'],
    ['Give the order up', 'Give the order up'],
    ['This day is still to come', 'still to come'],
    ['The quiz wants another try.', 'wants another'],
    ['All that was filled in', 'All that was'],
    ['I answered as far as I know.', 'as far as I know'],
    ['Your E-mail address', 'E-mail'],
    ['You need 75 % to pass.', '5 %'],
    ['You need {share} % to pass.', '… %'],
    ['{count, plural, one {It waits} other {They are here}}', 'waits'],
    ['{kind, select, trial {Trial} other {Renews <link>by itself</link>}}', 'by itself'],
  ])('reports “%s”', (text, phrase) => {
    expect(findBannedPhrases({ key: text }, bannedPhrases, {})).toEqual([expect.stringMatching(`^key: “${phrase}” `)]);
  });

  it.each([
    'What needs to change?',
    'Who’s taking you diving?',
    'Over 45 years of age',
    'Recommended for you',
    'Amend your answers',
    'Standards and waiting lists',
    'You need 75% to pass.',
    'The status has changed, so that’s no longer possible.',
    'We couldn’t find that code. Check it and try again.',
    '{whoever} sent you {mend}.',
  ])('accepts “%s”', (text) => {
    expect(findBannedPhrases({ key: text }, bannedPhrases, {})).toEqual([]);
  });

  it('accepts the phrase of a reviewed exception, and reports exceptions that are no longer needed', () => {
    const text = 'Go on a night dive at once';
    const exceptions = { key: 'Go on', gone: 'anew' };
    expect(findBannedPhrases({ key: text }, bannedPhrases, exceptions)).toEqual([expect.stringContaining('at once')]);
    expect(findUnusedExceptions({ key: text }, bannedPhrases, exceptions)).toEqual(['gone']);
  });
});

describe('the check for the start of mails', () => {
  it.each([
    'Hello {name},\n\ncongratulations: your application was approved.',
    'Hi {name},\n\n{kind, select, trial {Your trial} other {your membership}} ends soon.',
    'your receipt is ready.',
  ])('reports “%s”', (body) => {
    expect(findLowerCaseMails({ 'club.mail.ended.body': body })).toEqual([
      expect.stringMatching(/^club\.mail\.ended\.body: \p{Ll}/u),
    ]);
  });

  it.each([
    'Hi {name},\n\nCongratulations! Your application was approved.',
    'Hi {name},\n\n{child} would like a mask.',
    'Hi {name},\n\neCards are ready.',
    '{isNamed, select, yes {Hi {name},} other {Hi,}}\n\nYour code is {code}.',
  ])('accepts “%s”', (body) => {
    expect(findLowerCaseMails({ 'club.mail.ended.body': body })).toEqual([]);
  });

  it('ignores other messages', () => {
    expect(findLowerCaseMails({ 'club.mail.ended.name': 'your membership', 'club.offer': 'for a year' })).toEqual([]);
  });
});
