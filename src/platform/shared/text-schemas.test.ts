import { describe, expect, it } from 'vitest';
import { assertTextRules, longText, personName, shortText } from './text-schemas.ts';
import { findNameProblem, findTextProblems, findLongTextProblem, findShortTextProblem } from './text-rules.ts';

const hidden = [
  '\u00AD',
  '\u034F',
  '\u061C',
  '\u115F',
  '\u1160',
  '\u17B4',
  '\u180B',
  '\u180E',
  '\u200B',
  '\u200E',
  '\u2060',
  '\u206A',
  '\u2800',
  '\u3164',
  '\uFE00',
  '\uFEFF',
  '\uFFA0',
  '\u{1D173}',
  '\u{E0001}',
  '\u{E0041}',
  '\u{E0100}',
];

describe('a character that is never drawn', () => {
  it.each(hidden)('%j is refused in every text', (character) => {
    for (const text of [character, `Noor${character}Haddad`, `نور${character}حداد`]) {
      expect(findNameProblem(text)).toBe('text.control');
      expect(findShortTextProblem(text)).toBe('text.control');
      expect(findLongTextProblem(text)).toBe('text.control');
    }
  });

  it.each([
    'Noor\u200DHaddad',
    'Noor\u200C',
    '\u200D',
    'می\u200C',
    'می\u200C\u200Cخواهم',
    '\u{1F3F4}\u{E0041}',
    '1\uFE0F',
  ])('%j is refused as a joiner or part of an emoji that joins nothing', (text) => {
    expect(findNameProblem(text)).toBe('text.control');
    expect(findLongTextProblem(text)).toBe('text.control');
  });

  it.each(['می\u200Cخواهم', 'क्\u200Dष', 'ශ්\u200Dරී'])('%j is accepted, because its letters need it', (text) => {
    for (const find of [findNameProblem, findShortTextProblem, findLongTextProblem]) expect(find(text)).toBeNull();
  });

  it.each(['👩‍👧', '❤️', '🏳️‍🌈', '👩🏽‍🚀', '1️⃣', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'])('%s is accepted in notes and titles, not in names', (emoji) => {
    expect(findLongTextProblem(`Great dive ${emoji}!`)).toBeNull();
    expect(findShortTextProblem(`Great dive ${emoji}!`)).toBeNull();
    expect(findNameProblem(`Noor ${emoji}`)).toBe('text.control');
  });
});

describe('personName', () => {
  it.each(['.', '---', '12', '´', '\u0301', '👍'])('%j has no letter', (text) =>
    expect(findNameProblem(text)).toBe('text.no_letter'),
  );

  it.each(
    [
      'evil.com',
      'EVIL.COM',
      'Evil.Com',
      'see evil.de now',
      'evil.co.uk',
      'Evil.Io',
      'evil.kim',
      'shop.evil.club',
    ].concat([
      't.co/abc',
      'x.com',
      'evil．com',
      'evil。com',
      '(evil.com)',
      'evil.com.',
      'пример.рф',
      'müller.de',
      'Anna evil.Com',
    ]),
  )('%s is a web address', (text) => expect(findNameProblem(text)).toBe('text.web_address'));

  it.each(
    ['St. Clair', "J.P. O'Neill", 'Dr.Smith', 'dr.smith', 'St.Clair', 'J.de Jong', 'J.P.Smith', 'Anna.Maria'].concat([
      'Ma.Theresa',
      'A. B.',
      'Mr. T',
      'Kelder Bay Diving e.K.',
      'M.A.',
      'Sammy Davis Jr.',
      'م.أحمد',
      '王.小明',
      'Å',
    ]),
  )('%s is a name', (text) => expect(findNameProblem(text)).toBeNull());

  it('has one form for the same letters', () => {
    expect(personName(100).parse(' Jose\u0301 ')).toBe('José');
    expect(shortText(100).parse('Ho\u0302tel')).toBe('Hôtel');
    expect(longText(100).parse('가')).toBe('가');
  });

  it('is not longer than its limit in that form', () => {
    expect('\u0958'.normalize('NFC')).toHaveLength(2);
    expect(personName(2).safeParse('\u0958').success).toBe(true);
    expect(personName(2).safeParse('\u0958\u0958').success).toBe(false);
  });

  it('checks nothing but the length of a text that is too long', () => {
    const { error } = personName(100, 'too_long').safeParse(`${'\u200B'.repeat(200)}https://evil.test`);
    expect(error?.issues.map(({ message }) => message)).toEqual(['too_long']);
  });
});

describe('shortText', () => {
  it.each([
    ['Noor\nHaddad', 'text.line_break'],
    ['Noor\u2028Haddad', 'text.line_break'],
    ['Noor\u0000', 'text.control'],
    ['No\tor', 'text.control'],
    ['\u202Eroon', 'text.control'],
    ['\u2066Noor', 'text.control'],
    ['Visit https://evil.test', 'text.web_address'],
    ['javascript://x', 'text.web_address'],
    ['see WWW.evil.test', 'text.web_address'],
    ['ｗｗｗ．evil.test', 'text.web_address'],
  ])('rejects %j', (text, problem) => {
    expect(findShortTextProblem(text)).toBe(problem);
    expect(shortText(100).safeParse(text).success).toBe(false);
  });

  it.each([
    'Noor Haddad',
    'O’Brien-Smith',
    'می\u200Cخواهم',
    'क\u094D\u200Dष',
    'Awww. Nice reef',
    'Dr. Lee',
    '李小龍',
    'a/b: c',
  ])('accepts %s', (text) => expect(findShortTextProblem(text)).toBeNull());

  it('accepts an unchanged stored value that breaks the rule', () => {
    const stored = { title: 'see www.reef.test' };
    expect(() => assertTextRules(stored, stored, { title: 'short' })).not.toThrow();
    expect(() => assertTextRules({ title: 'see www.other.test' }, stored, { title: 'short' })).toThrow(
      'text.web_address',
    );
  });
});

describe('findTextProblems', () => {
  it('checks only changed texts and ignores surrounding whitespace', () => {
    const rules = { title: 'short', notes: 'long' } as const;
    const stored = { title: 'see www.reef.test ', notes: 'a\u202Eb' };
    expect(findTextProblems({ title: 'see www.reef.test', notes: 'a\u202Eb' }, stored, rules)).toEqual({});
    expect(findTextProblems({ title: 'Reef\n2', notes: 'a\u202Ec' }, stored, rules)).toEqual({
      title: 'text.line_break',
      notes: 'text.control',
    });
    expect(findTextProblems({ title: null }, stored, rules)).toEqual({});
  });
});

describe('longText', () => {
  it('accepts line breaks and web addresses, but no control characters', () => {
    expect(findLongTextProblem('First\nsecond\thttps://reef.test')).toBeNull();
    expect(findLongTextProblem('a\u202Eb')).toBe('text.control');
    expect(longText(10).safeParse('a\u0007b').success).toBe(false);
  });
});
