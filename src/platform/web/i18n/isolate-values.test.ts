import { parse } from '@formatjs/icu-messageformat-parser';
import { expect, test } from 'vitest';
import { isolateValues } from './isolate-values.ts';

test('isolateValues isolates texts, but no select arguments and no other types', () => {
  const message = parse('{name}: {count, plural, other {<b>{kind, select, dsd {one} other {two}}</b>}}');
  const values = { name: 'Ada', kind: 'dsd', count: 2, none: null };
  expect(isolateValues('ar-SA', message, values)).toEqual({ ...values, name: '\u2068Ada\u2069' });
  expect(isolateValues('en-US', message, values)).toEqual(values);
});
