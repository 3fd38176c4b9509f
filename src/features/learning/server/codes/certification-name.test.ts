import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadMessages } from '#platform/server/i18n/messages.ts';
import { formatCertificationName } from './certification-name.ts';

const messages = loadMessages(join(import.meta.dirname, '../..'));

it.each([
  ['has the language of the reader', 'ja-JP', 'deep', 'Deep Diver', 'ディープ・ダイバー'],
  ['is English in a language without the course', 'th-TH', 'deep', 'Deep Diver', 'Deep Diver'],
  [
    'is kept if it is not the name of the course',
    'ja-JP',
    'deep',
    'Bluewater Club: Deep Diver',
    'Bluewater Club: Deep Diver',
  ],
  ['is kept for a package that is not in the library', 'ja-JP', 'gone', 'Gone', 'Gone'],
] as const)('the name of a certification %s', (_name, locale, packageId, certificationName, expected) => {
  expect(formatCertificationName({ messages }, locale, { packageId, certificationName })).toBe(expected);
});
