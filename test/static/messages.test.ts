import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { locales } from '#platform/shared/locale.ts';
import { findUntranslatedTexts, findUntranslatedTypstTexts } from './untranslated-text-checks.ts';
import {
  findUntranslatedMessages,
  findUnusedSharedWords,
  findKeyMismatches,
  findFormatMismatches,
  type MessageFile,
  type SharedWords,
  listWords,
} from './message-checks.ts';
import { wordsSharedWithEnglish } from './words-shared-with-english.ts';

const root = join(import.meta.dirname, '../../src');
const folders = globSync('{app/web/shell,features/*/shared}/messages', { cwd: root });
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const readTexts = (file: string) =>
  existsSync(join(root, file)) ? (JSON.parse(read(file)) as Record<string, string>) : {};

/** The files of all features in all languages. A missing file counts as empty and fails the first check. */
const files = folders.flatMap((folder) => {
  const english = readTexts(`${folder}/en-US.json`);
  return locales.map((locale) => ({ feature: folder, locale, english, texts: readTexts(`${folder}/${locale}.json`) }));
});
const english = Object.assign({}, ...files.map((file) => file.english)) as Record<string, string>;
const translations = files.filter(({ locale }) => locale !== 'en-US');
const sources = globSync('**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.|testing|\/gallery\//.test(file));
const code = sources.map(read).join('\n');
const keys = Object.keys(english);
const isMessageStart = (start: string) => keys.some((key) => key.startsWith(start));

describe('messages', () => {
  it('are in files named after a locale', () => {
    expect(folders.length).toBeGreaterThan(15);
    expect(Object.keys(english).length).toBeGreaterThan(4_000);
    const known = new Set(folders.flatMap((folder) => locales.map((locale) => `${folder}/${locale}.json`)));
    expect(
      folders.flatMap((folder) => globSync(`${folder}/*`, { cwd: root })).filter((file) => !known.has(file)),
    ).toEqual([]);
  });

  it('have the same keys in every language', () => {
    expect(files.flatMap((file) => findKeyMismatches(file.english, file))).toEqual([]);
  });

  it('have the arguments, tags and choices of English and the plural forms of their language', () => {
    expect(files.flatMap((file) => findFormatMismatches(file.english, file))).toEqual([]);
  });

  it('are translated', () => {
    expect(
      translations.flatMap((file) => findUntranslatedMessages(file.english, file, wordsSharedWithEnglish)),
    ).toEqual([]);
    expect(findUnusedSharedWords(translations, wordsSharedWithEnglish)).toEqual([]);
  });

  it('composed from data start like a known id', () => {
    const starts = [...code.matchAll(/`([\w.]+)\$\{[^`]*` as MessageId/g)].map(([, start = '']) => start);
    expect(starts.length).toBeGreaterThan(50);
    expect(starts.filter((start) => !isMessageStart(start))).toEqual([]);
  });

  it('are all used', () => {
    // Used by other applications (labels of the specification), by template (notices) or by field (options of a dive).
    const isOpenEnded =
      /^(\w+$|error\.|notifications\.(today|yesterday|older)$|\w+\.mail\.|identity\.demo\.|identity\.password\.incorrect$|logbook\.(\w+_(type|water|mixture)|wave_condition|current|surge|weather|feeling|visibility)\.)/;
    // Ids are composed as `feature.part.${word}` or `feature.part.word_${word}`; the first two parts are never composed.
    const built = [...code.matchAll(/`(\w+\.\w+[._][\w.]*)\$\{/g)].map(([, start = '']) => start);
    const names = new Set(code.match(/[\w.]+/g));
    const isUsed = (key: string) =>
      isOpenEnded.test(key) || names.has(key) || built.some((start) => key.startsWith(start));
    expect(Object.keys(english).filter((key) => !isUsed(key))).toEqual([]);
  });
});

describe('screens', () => {
  // Examples of technical input, and addresses.
  const samples = new Set(['XXXX-XXXX-XXXX', 'person:400001', 'application', '/verify']);
  // Keyboard keys, message keys and their beginnings.
  const isNoText = (text: string) =>
    samples.has(text) || /^\p{Lu}$/u.test(text) || (/^\S+$/.test(text) && isMessageStart(text));

  it('show text from messages only', () => {
    const screens = sources.filter((file) => /^(features\/\w+\/web|platform\/web|domain|ui|app)\//.test(file));
    expect(screens.length).toBeGreaterThan(500);
    expect(screens.flatMap((file) => findUntranslatedTexts(file, read(file), isNoText))).toEqual([]);
  });

  it('get no text from the server or the contracts', () => {
    // Texts by people of the demo, the page for developers, and the credential description for other programs.
    const isNotForPeople =
      /^features\/identity\/\w+\/(.*\/)?demo|^platform\/server\/http\/openapi\.ts|^features\/certifications\/shared\/credential-v[12]\.ts/;
    const writing = sources.filter((file) => /^(features\/\w+|platform)\/(server|shared)\//.test(file));
    expect(writing.length).toBeGreaterThan(500);
    const found = writing.flatMap((file) => findUntranslatedTexts(file, read(file), isNoText));
    expect(found.filter((complaint) => !isNotForPeople.test(complaint))).toEqual([]);
  });

  it('and documents have templates without text', () => {
    const drawings = globSync('**/*.typ', { cwd: root });
    expect(drawings.length).toBeGreaterThan(5);
    expect(drawings.flatMap((file) => findUntranslatedTypstTexts(file, read(file)))).toEqual([]);
    const styles = globSync('**/*.css', { cwd: root }).filter((file) =>
      /\bcontent:\s*["'][^"']*\p{L}/u.test(read(file)),
    );
    expect(styles).toEqual([]);
  });

  it('are in an HTML page without text', () => {
    const page = readFileSync(join(root, '../index.html'), 'utf8');
    expect(page.replaceAll(/<!--[\s\S]*?-->|<[^>]*>/g, '').trim()).toBe('');
    expect(page).not.toMatch(/\s(aria-label|alt|title)="[^"]*\p{L}/u);
  });
});

describe('message checks', () => {
  const source = {
    'a.dives': '{count, plural, one {# dive} other {# dives}} of <b>{name}</b>',
    'a.role': '{role, select, diver {Diver} other {Somebody}}',
    'a.rank': '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}',
    'a.save': 'Save',
    'a.gas': 'EANx32, for {name}',
    'a.paid': '{price, number, ::currency/USD} on {day, date, long}',
  };
  const german = {
    'a.dives': '{count, plural, one {# Tauchgang} other {# Tauchgänge}} von <b>{name}</b>',
    'a.role': '{role, select, diver {Taucher} other {Jemand}}',
    'a.rank': '{n, selectordinal, other {#.}}',
    'a.save': 'Sichern',
    'a.gas': 'EANx32, für {name}',
    'a.paid': 'Am {day, date, long}: {price, number, ::currency/USD}',
  };
  const file = (changes: Record<string, string | undefined> = {}): MessageFile => ({
    feature: 'a',
    locale: 'de-DE',
    texts: Object.fromEntries(
      Object.entries({ ...german, ...changes }).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
  });
  const same: SharedWords = { everywhere: ['eanx32'], in: { 'de-DE': ['for'] } };

  it('accept a correct translation', () => {
    expect(findKeyMismatches(source, file())).toEqual([]);
    expect(findFormatMismatches(source, file())).toEqual([]);
    expect(findUntranslatedMessages(source, file({ 'a.gas': source['a.gas'] }), same)).toEqual([]);
  });

  it('report a missing key and one that English does not have', () => {
    expect(findKeyMismatches(source, file({ 'a.save': undefined }))).toEqual(['a de-DE a.save: missing']);
    expect(findKeyMismatches(source, file({ 'a.more': 'Mehr' }))).toEqual(['a de-DE a.more: English does not have it']);
  });

  it.each([
    ['a renamed name', 'a.gas', 'EANx32 für {nom}', ['lacks {name}', 'has {nom}']],
    ['a lost tag', 'a.dives', german['a.dives'].replaceAll(/<.?b>/g, ''), ['lacks <b>']],
    ['a missing form', 'a.dives', '{count, plural, other {#}} <b>{name}</b>', ['lacks count one']],
    ['a form too many', 'a.rank', '{n, selectordinal, one {#.} other {#.}}', ['has n one']],
    [
      'another kind of plural',
      'a.rank',
      '{n, plural, one {#} other {#}}',
      ['lacks {n, selectordinal}', 'has {n, plural}'],
    ],
    [
      'another choice',
      'a.role',
      '{role, select, taucher {Taucher} other {Jemand}}',
      ['lacks {role, select, diver other}', 'has {role, select, other taucher}'],
    ],
    ['another kind', 'a.paid', '{day}: {price, number, ::currency/USD}', ['lacks {day, date, long}', 'has {day}']],
    [
      'another style',
      'a.paid',
      '{day, date, short}: {price, number, ::currency/USD}',
      ['lacks {day, date, long}', 'has {day, date, short}'],
    ],
    [
      'a style that is none, since its space is not one',
      'a.paid',
      '{day, date, long}: {price, number,\u00A0::currency/USD}',
      ['lacks {price, number, {"style":"currency","currency":"USD"}}', 'has {price, number, \u00A0::currency/USD}'],
    ],
    ['nothing', 'a.save', '', ['empty']],
  ])('names %s', (_what, key, text, complaints) => {
    expect(findFormatMismatches(source, file({ [key]: text }))).toEqual(
      complaints.map((complaint) => `a de-DE ${key}: ${complaint}`),
    );
  });

  it('list the words of a message without arguments', () => {
    expect(listWords('Quiz, {time} (<b>Open Water</b>)')).toEqual(['quiz', 'open water']);
    expect(listWords('{count} × {price}')).toEqual([]);
  });

  it('report an English text and an unnecessary entry of the list', () => {
    expect(findUntranslatedMessages(source, file({ 'a.save': 'Save' }), same)).toEqual([
      'a de-DE a.save: save as in English',
    ]);
    const needed = [{ ...file({ 'a.gas': source['a.gas'] }), english: source }];
    expect(findUnusedSharedWords(needed, same)).toEqual([]);
    expect(findUnusedSharedWords([{ ...file(), english: source }], same)).toEqual([
      'eanx32: no translation needs it',
      'de-DE for: no translation needs it',
    ]);
  });

  it.each([
    ['a text', '<p>Save</p>', 'Save'],
    ['a text in braces', '<p>{isOpen ? "Close" : ""}</p>', 'Close'],
    ['a label', '<button aria-label="Close" />', 'Close'],
    ['a label that is put together', '<img alt={`Photo ${n}`} />', 'Photo'],
    ['a property of a component', '<Field label="Depth" />', 'Depth'],
    ['a toast', 'showToast({ text: "It is saved" })', 'It is saved'],
    ['a question', 'confirm("Really?")', 'Really?'],
  ])('names %s in code', (_what, source, text) => {
    expect(findUntranslatedTexts('a.tsx', `\n${source}`, () => false)).toEqual([`a.tsx:2 ${text}`]);
  });

  it.each([
    ['a text', '#small("Made on")', 'Made on'],
    ['a headline', '= Receipt', '= Receipt'],
    ['a part', '#box[Paid #it.day]', '[Paid '],
  ])('names %s in a drawing', (_what, drawing, text) => {
    expect(findUntranslatedTypstTexts('a.typ', `// Of all that was paid.\n${drawing}`)).toEqual([`a.typ: ${text}`]);
  });

  it('ignore values that are not text', () => {
    expect(
      findUntranslatedTypstTexts('a.typ', '= #data.title\n#image("/backdrop.svg", fit: "cover")[#it.title]'),
    ).toEqual([]);
    const code = '<p className="row" id="a">{count} · 40 % <T id="a.b" values={{ text: "bold" }} /></p>';
    expect(findUntranslatedTexts('a.tsx', code, () => false)).toEqual([]);
  });
});
