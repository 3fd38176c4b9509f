import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { locales } from '#platform/shared/locale.ts';
import { findUnknownMessageIds } from './message-id-checks.ts';
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

/** Of every area in every language; one without a file has no messages, which the first check says. */
const files = folders.flatMap((folder) => {
  const english = readTexts(`${folder}/en-US.json`);
  return locales.map((locale) => ({ area: folder, locale, english, texts: readTexts(`${folder}/${locale}.json`) }));
});
const english = Object.assign({}, ...files.map((file) => file.english)) as Record<string, string>;
const translations = files.filter(({ locale }) => locale !== 'en-US');
const sources = globSync('**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.|testing|\/gallery\//.test(file));
const code = sources.map(read).join('\n');
const keys = Object.keys(english);
const known = {
  has: (id: string) => Object.hasOwn(english, id),
  hasStart: (start: string) => keys.some((key) => key.startsWith(start)),
};

describe('messages', () => {
  it('are found, in files that are named after a language', () => {
    expect(folders.length).toBeGreaterThan(15);
    expect(Object.keys(english).length).toBeGreaterThan(4_000);
    const known = new Set(folders.flatMap((folder) => locales.map((locale) => `${folder}/${locale}.json`)));
    expect(
      folders.flatMap((folder) => globSync(`${folder}/*`, { cwd: root })).filter((file) => !known.has(file)),
    ).toEqual([]);
  });

  it('are there in every language, and none that English does not have', () => {
    expect(files.flatMap((file) => findKeyMismatches(file.english, file))).toEqual([]);
  });

  it('have the same names, tags and choices as in English, and the plural forms of their language', () => {
    expect(files.flatMap((file) => findFormatMismatches(file.english, file))).toEqual([]);
  });

  it('are not left in English', () => {
    expect(
      translations.flatMap((file) => findUntranslatedMessages(file.english, file, wordsSharedWithEnglish)),
    ).toEqual([]);
    expect(findUnusedSharedWords(translations, wordsSharedWithEnglish)).toEqual([]);
  });

  it('that code asks for exist', () => {
    // Audit actions look like message ids.
    const asking = sources
      .filter((file) => file !== 'domain/audit-actions.ts')
      .filter((file) => /^(features\/\w+\/(web|shared)|platform\/web|domain|ui|app)\//.test(file));
    expect(asking.length).toBeGreaterThan(500);
    expect(asking.flatMap((file) => findUnknownMessageIds(file, read(file), known))).toEqual([]);
  });

  it('that exist are asked for', () => {
    // Labels of the specification that are asked for by other applications, notices that are named by their template,
    // and the enumerations of a dive, which are named by their field.
    const isOpenEnded =
      /^(\w+$|error\.|notifications\.(today|yesterday|older)$|\w+\.mail\.|identity\.demo\.|identity\.password\.incorrect$|logbook\.(\w+_(type|water|mixture)|wave_condition|current|surge|weather|feeling|visibility)\.)/;
    // `area.part.${word}` and `area.part.word_${word}` are put together; a whole area never is.
    const built = [...code.matchAll(/`(\w+\.\w+[._][\w.]*)\$\{/g)].map(([, start = '']) => start);
    const names = new Set(code.match(/[\w.]+/g));
    const isAsked = (key: string) =>
      isOpenEnded.test(key) || names.has(key) || built.some((start) => key.startsWith(start));
    expect(Object.keys(english).filter((key) => !isAsked(key))).toEqual([]);
  });
});

describe('screens', () => {
  // Samples of what is typed, in the language of the machine, and addresses.
  const samples = new Set(['XXXX-XXXX-XXXX', 'person:400001', 'application', '/verify']);
  // The letter of a key, and keys of messages, whole or put together.
  const isNoText = (text: string) =>
    samples.has(text) || /^\p{Lu}$/u.test(text) || (/^\S+$/.test(text) && known.hasStart(text));

  it('have no words that are not messages', () => {
    const screens = sources.filter((file) => /^(features\/\w+\/web|platform\/web|domain|ui|app)\//.test(file));
    expect(screens.length).toBeGreaterThan(500);
    expect(screens.flatMap((file) => findUntranslatedTexts(file, read(file), isNoText))).toEqual([]);
  });

  it('get none from the server or the contracts', () => {
    // What the people of the demo have written, the page for developers, and what says to other programs what a card is.
    const isNotForPeople =
      /^features\/identity\/\w+\/(.*\/)?demo|^platform\/server\/http\/openapi\.ts|^features\/certifications\/shared\/credential-v[12]\.ts/;
    const writing = sources.filter((file) => /^(features\/\w+|platform)\/(server|shared)\//.test(file));
    expect(writing.length).toBeGreaterThan(500);
    const found = writing.flatMap((file) => findUntranslatedTexts(file, read(file), isNoText));
    expect(found.filter((complaint) => !isNotForPeople.test(complaint))).toEqual([]);
  });

  it('and documents are drawn by files that have none', () => {
    const drawings = globSync('**/*.typ', { cwd: root });
    expect(drawings.length).toBeGreaterThan(5);
    expect(drawings.flatMap((file) => findUntranslatedTypstTexts(file, read(file)))).toEqual([]);
    const styles = globSync('**/*.css', { cwd: root }).filter((file) =>
      /\bcontent:\s*["'][^"']*\p{L}/u.test(read(file)),
    );
    expect(styles).toEqual([]);
  });

  it('stand in a page that has none either', () => {
    const page = readFileSync(join(root, '../index.html'), 'utf8');
    expect(page.replaceAll(/<!--[\s\S]*?-->|<[^>]*>/g, '').trim()).toBe('');
    expect(page).not.toMatch(/\s(aria-label|alt|title)="[^"]*\p{L}/u);
  });
});

describe('the check of messages', () => {
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
    area: 'a',
    locale: 'de-DE',
    texts: Object.fromEntries(
      Object.entries({ ...german, ...changes }).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
  });
  const same: SharedWords = { everywhere: ['eanx32'], in: { 'de-DE': ['for'] } };

  it('is content with a good translation', () => {
    expect(findKeyMismatches(source, file())).toEqual([]);
    expect(findFormatMismatches(source, file())).toEqual([]);
    expect(findUntranslatedMessages(source, file({ 'a.gas': source['a.gas'] }), same)).toEqual([]);
  });

  it('names a missing key, and one that English does not have', () => {
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

  it('takes the words of a message from between its names', () => {
    expect(listWords('Quiz, {time} (<b>Open Water</b>)')).toEqual(['quiz', 'open water']);
    expect(listWords('{count} × {price}')).toEqual([]);
  });

  it('names an English text, and an entry of the list that is not needed', () => {
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
    ['an id', '<T id="a.sav" />', 'a.sav'],
    ['either side of a condition', '<T id={isOn ? "a.save" : "a.unsave"} />', 'a.unsave'],
    ['the start of one that is put together', 'format({ id: `a.rol.${role}` })', 'a.rol.'],
    ['a constant', 'const id = isOn ? "a.save" : "a.unsave";', 'a.unsave'],
    ['a row of a table', 'const words = { on: "a.save", off: "a.unsave" };', 'a.unsave'],
    ['a name in a table', 'const pages = { "a.save": "/save", "a.unsave": "/unsave" };', 'a.unsave'],
    ['a part of a list', 'const all = ["a.save", "a.unsave"];', 'a.unsave'],
  ])('names %s that is no message', (_what, asking, id) => {
    const of = { has: (key: string) => key in source, hasStart: (start: string) => 'a.role'.startsWith(start) };
    expect(findUnknownMessageIds('a.tsx', `\n${asking}`, of)).toEqual([`a.tsx:2 ${id}`]);
  });

  it.each([
    ['a text', '#small("Made on")', 'Made on'],
    ['a headline', '= Receipt', '= Receipt'],
    ['a part', '#box[Paid #it.day]', '[Paid '],
  ])('names %s in a drawing', (_what, drawing, text) => {
    expect(findUntranslatedTypstTexts('a.typ', `// Of all that was paid.\n${drawing}`)).toEqual([`a.typ: ${text}`]);
  });

  it('leaves alone what is no text', () => {
    expect(
      findUntranslatedTypstTexts('a.typ', '= #data.title\n#image("/backdrop.svg", fit: "cover")[#it.title]'),
    ).toEqual([]);
    expect(findUnknownMessageIds('a.ts', 'fail("a.refused"); const x = ["a.b", "a.c"];', known)).toEqual([]);
    const code = '<p className="row" id="a">{count} · 40 % <T id="a.b" values={{ text: "bold" }} /></p>';
    expect(findUntranslatedTexts('a.tsx', code, () => false)).toEqual([]);
  });
});
