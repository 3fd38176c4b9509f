import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { parseInput, toCodedError } from './errors.ts';

function parse(value: unknown) {
  try {
    return parseInput(z.unknown(), value);
  } catch (error) {
    return (error as { entries: { path?: string }[] }).entries.map(({ path }) => path);
  }
}

describe('the texts of an input', () => {
  it.each([
    ['a NUL', { dives: [{ title: 'a' }, { title: 'a\0b' }] }, 'dives.1.title'],
    ['a lone surrogate', { dives: [{ notes: 'a\ud800b' }] }, 'dives.0.notes'],
    ['a NUL in a name', { settings: { 'a\0b': 1 } }, 'settings'],
    ['a lone surrogate in a name', { settings: { 'a\udc00b': 1 } }, 'settings'],
  ])('are rejected with %s', (_case, value, path) => {
    expect(parse(value)).toEqual([path]);
  });

  it.each([
    ['escapes of other control characters', { title: 'a\u0001b' }],
    ['a backslash before u', { path: String.raw`C:\users\u0000` }],
    ['surrogate pairs', { title: '🤿' }],
    ['bytes', Buffer.from([0, 1])],
    ['nothing', undefined],
  ])('can contain %s', (_case, value) => {
    expect(parse(value)).toBe(value);
  });

  it('are checked at any depth', () => {
    let value: unknown = 'a\0b';
    for (let depth = 0; depth < 20_000; depth++) value = [value];
    expect(parse(value)).toEqual([Array.from({ length: 20_000 }, () => '0').join('.')]);
  });
});

describe('toCodedError', () => {
  it.each([
    ['a time limit', new DOMException('too late', 'TimeoutError')],
    ['a refused connection', Object.assign(new Error('x'), { code: 'ECONNREFUSED' })],
  ])('returns 503 with a time to retry for %s', (_case, error) => {
    expect(toCodedError(error)).toMatchObject({ status: 503, code: 'server.overloaded', retryAfterS: 5 });
  });

  it('hides the message of other errors', () => {
    expect(toCodedError(new Error('password'))).toMatchObject({ status: 500, message: 'something went wrong' });
  });
});
