import { describe, expect, it } from 'vitest';
import { assertTextRules, longText, shortText } from './text-schemas.ts';
import { findTextProblems, findLongTextProblem, findShortTextProblem } from './text-rules.ts';

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
